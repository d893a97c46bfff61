/**
 * `npm run verify`: checks the books. It works with or without a running server, because it reads one snapshot of the
 * database. The exit code is 1 if anything differs from the entries or cannot be read.
 */
import { attachDatabase } from './attach.ts';
import { verifySuspense } from './modules/clearing/index.ts';
import { type BooksReport, verifyBooks } from './modules/ledger/index.ts';
import { type Config, loadConfig } from './platform/config.ts';
import { openDatabase, sqlStateOf } from './platform/database.ts';
import { Refusal } from './platform/refusal.ts';
import { findKeyFault } from './platform/sealing-keys.ts';
import type { Sql } from './platform/work.ts';

const checks: ReadonlyArray<readonly [BooksReport['breaches'][number]['check'], string]> = [
  ['currency_sum', 'the entries of each currency add up to zero'],
  ['transfer_entries', 'each transfer has two entries'],
  ['account_totals', "each account's balance is the sum of its entries"],
  ['running_totals', 'the running totals have no gaps'],
  ['reserved', 'reserved amounts equal the open reservations'],
  ['overdrawn', 'no account is overdrawn without permission'],
];

async function verify(): Promise<boolean> {
  const config = loadConfig(process.env);
  const source = await attachDatabase(config);
  try {
    const database = openDatabase(source.url, { poolSize: 1 });
    try {
      const startedMs = performance.now();
      const report = await verifyBooks(database.sql);
      const suspense = await verifySuspense(database.sql);
      const key = await keyFault(config, database.sql);
      print({ report, suspense, key }, (performance.now() - startedMs) / 1000);
      return report.breaches.length + suspense.length + key.length === 0;
    } finally {
      await database.close();
    }
  } finally {
    await source.close();
  }
}

/** With an external database server the key may be elsewhere: it is checked only if it is configured or stored next to the database. */
async function keyFault(config: Config, sql: Sql): Promise<string[]> {
  if (config.databaseUrl !== undefined && (config.secretKey ?? config.secretKeyFile) === undefined) return [];
  const { sealedSecrets } = await import('./app.ts');
  const fault = await findKeyFault(config, sql, sealedSecrets);
  return fault === undefined ? [] : [fault];
}

interface Findings {
  readonly report: BooksReport;
  readonly suspense: readonly string[];
  readonly key: readonly string[];
}

function print({ report, suspense, key }: Findings, seconds: number): void {
  const { accounts, transfers, entries, breaches } = report;
  const lineOf = (meaning: string, subjects: readonly string[]) => {
    const wrong = subjects.map((subject) => `\n          ${subject}`).join('');
    return `  ${subjects.length === 0 ? 'ok    ' : 'WRONG '}  ${meaning}${wrong}`;
  };
  const lines = checks.map(([check, meaning]) =>
    lineOf(
      meaning,
      breaches.filter((breach) => breach.check === check).map(({ subject }) => subject),
    ),
  );
  lines.push(lineOf('the suspense accounts equal the open suspense items', suspense));
  lines.push(lineOf('the secret key opens the sealed secrets', key));
  const verdict = breaches.length + suspense.length === 0 ? 'The books are correct.' : 'The books are WRONG.';
  const counts = `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${seconds.toFixed(1)} s`;
  process.stdout.write(`\n${lines.join('\n')}\n\n${verdict} (${counts})\n`);
}

const undefinedTable = '42P01';

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  const reason =
    sqlStateOf(error) === undefinedTable
      ? 'This database has no books.'
      : error instanceof Refusal
        ? error.message
        : (error as Error).stack;
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}
