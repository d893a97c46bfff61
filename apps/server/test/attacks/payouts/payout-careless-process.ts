/** The control of hostile-payouts.test: inflates each part of a spreadsheet as a whole, whatever the directory says of its size. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { peakOf } from '../../support/processes/reader-cost.ts';

const [directory = ''] = process.argv.slice(2);
const localHeader = Buffer.from([0x50, 0x4b, 0x03, 0x04]);

const before = peakOf('self');
const kept: string[] = [];
for (const name of readdirSync(directory).sort()) {
  const zip = readFileSync(join(directory, name));
  for (let at = zip.indexOf(localHeader); at !== -1; at = zip.indexOf(localHeader, at + 4)) {
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    kept.push(inflateRawSync(zip.subarray(start)).toString('latin1'));
  }
}
process.stdout.write(`${JSON.stringify({ grown: peakOf('self') - before, loopMs: 0 })}\n`);
