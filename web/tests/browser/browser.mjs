// The browser that walks are made in: the one that is named or that the machine has, else the one that comes as a package.
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

/** Start the browser. */
export async function launch() {
  const named = process.env.NOVAMAS_CHROMIUM ?? ON_MACHINE.find((path) => existsSync(path));
  return chromium.launch({
    executablePath: named || (await unpacked()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}
