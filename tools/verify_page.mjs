// The page that verifies records, run by hand without a browser: node tools/verify_page.mjs RECORD [KEY [RECEIPTS]]
import { readFileSync } from "node:fs";
import { webcrypto } from "node:crypto";
import { runInThisContext } from "node:vm";

globalThis.crypto ??= webcrypto;
const page = readFileSync(new URL("../src/novamas/server/pages/verify.html", import.meta.url), "utf8");
const program = page.match(/<script id="program">([\s\S]*?)<\/script>/)[1];
const { verify, isSound } = runInThisContext(`${program};({verify, isSound})`);
const [record, house = "", receipts] = process.argv.slice(2);
if (!isSound()) throw new Error("the known answers do not come out");
const data = new Uint8Array(readFileSync(record));
const found = await verify(data, { house, receipts: receipts ? readFileSync(receipts, "utf8") : "" });
for (const check of found.checks) console.log(JSON.stringify(check));
process.exitCode = found.checks.some(check => check.state === "bad") ? 1 : 0;
