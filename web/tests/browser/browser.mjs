// The browser that walks are made in: the one that is named, else the one that comes as a package, the same for
// everybody and half as heavy as a whole one; where there is none for a machine, its own.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packaged, { inflate, setupLambdaEnvironment } from '@sparticuz/chromium';
import { chromium } from 'playwright-core';

const ON_MACHINE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const BIN = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');

/** Where the package's browser was unpacked, with the libraries that a bare machine does not have. */
async function unpacked() {
  await inflate(join(BIN, 'al2023.tar.br'));
  setupLambdaEnvironment(join(tmpdir(), 'al2023', 'lib'));
  return packaged.executablePath();
}

const IS_PACKAGED = process.platform === 'linux' && process.arch === 'x64';

/** Where the browser is. */
const browserPath = async () =>
  process.env.NOVAMAS_CHROMIUM ||
  (IS_PACKAGED ? await unpacked() : ON_MACHINE.find((path) => existsSync(path)));

/** Start the browser. */
export async function launch(more = []) {
  return chromium.launch({
    executablePath: await browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...more,
    ],
  });
}

// Run by itself it only unpacks, where that is needed: walks that begin at the same time would do it all at once.
if (process.argv[1] === fileURLToPath(import.meta.url)) await browserPath();
