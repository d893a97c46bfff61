/** The table of attack and fault tests: one row per finding that a test recorded (apps/server/test/support/campaign.ts). */
import { existsSync, readFileSync } from 'node:fs';

const columns = ['id', 'what', 'figure', 'control'];

/** Prints the findings of a JSON-lines file, sorted by id; nothing when the run recorded none. */
export function printFindings(file) {
  if (!existsSync(file)) return;
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }) || a.what.localeCompare(b.what));
  const table = [Object.fromEntries(columns.map((column) => [column, column])), ...rows];
  const width = (column) => Math.max(...table.map((row) => row[column].length));
  const widths = Object.fromEntries(columns.map((column) => [column, width(column)]));
  console.log();
  for (const row of table)
    console.log(
      columns
        .map((column) => row[column].padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
