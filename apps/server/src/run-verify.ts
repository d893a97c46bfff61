/** `npm run verify`: reads the books in short snapshots of the database and prints the faults. */

import { type Config, loadConfig } from '@calmly/platform/config/config.ts';
import { requireServiceFacts } from '@calmly/platform/config/service-facts.ts';
import { openDatabase, sqlStateOf } from '@calmly/platform/database.ts';
import { noteVerification } from '@calmly/platform/observe/database-figures.ts';
import { requireMigrated } from '@calmly/platform/postgres/migrations/served.ts';
import { Refusal } from '@calmly/platform/refusal.ts';
import { findKeyFault } from '@calmly/platform/secrets/sealing-keys.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { type BookCheck, type BooksReport, verifyBooks } from '@calmly/products/ledger/server/index.ts';
import { attachDatabase } from './attach.ts';
import { Misunderstood, parseCommandLine, type Terminal } from './command-line.ts';
import { migrationFolders } from './migrations.ts';
import { type Check, checks, type Finding, isKeyHere } from './verify/checks.ts';

const bookChecks: ReadonlyArray<readonly [BookCheck, string]> = [
  ['currency_sum', 'the balances of each currency add up to zero'],
  ['transfer_entries', 'each transfer has two entries'],
  ['account_totals', "each account's balance is the sum of its entries"],
  ['running_totals', 'the running totals have no gaps'],
  ['reserved', 'reserved amounts equal the open reservations'],
  ['overdrawn', 'no account is overdrawn without permission'],
];
const keyCheck = 'the secret key opens the sealed secrets';

async function verify({ env, print }: Terminal): Promise<boolean> {
  const given = loadConfig(env);
  const source = await attachDatabase(given);
  try {
    const database = openDatabase(source.url, { poolSize: 1 });
    try {
      await requireMigrated(database.sql, migrationFolders);
      const config = await requireServiceFacts(database.sql, given, (variable) =>
        variable.startsWith('CHAIN_'),
      );
      const started = new Date();
      const startedMs = performance.now();
      const report = await verifyBooks(database.sql);
      const findings: Array<Finding & Pick<Check, 'meaning'>> = [];
      for (const { meaning, run } of checks)
        findings.push({ meaning, ...(await run({ config, database, counted: { ...report, at: started } })) });
      const key = await keyFault(config, database.sql);
      const seconds = (performance.now() - startedMs) / 1000;
      print(textOf({ report, findings, key }, seconds));
      const faults = [report.breaches, ...findings.map(({ faults: each }) => each), key ?? []].flat().length;
      await noteVerification(database.sql, { faults, seconds }).catch((error: unknown) => {
        if (sqlStateOf(error) !== readOnly) throw error;
        print(
          'A standby cannot store the result: the figures of the servers show the last run on the primary.\n',
        );
      });
      return faults === 0;
    } finally {
      await database.close();
    }
  } finally {
    await source.close();
  }
}

/** SQLSTATE of a write to a standby. */
const readOnly = '25006';

/** Undefined if the key is elsewhere. */
async function keyFault(config: Config, sql: Sql): Promise<string[] | undefined> {
  if (!isKeyHere(config)) return undefined;
  const { sealedSecrets } = await import('./composition.ts');
  const fault = await findKeyFault(config, sql, sealedSecrets);
  return fault === undefined ? [] : [fault];
}

interface Findings {
  readonly report: BooksReport;
  readonly findings: ReadonlyArray<Finding & Pick<Check, 'meaning'>>;
  readonly key: readonly string[] | undefined;
}

function textOf({ report, findings, key }: Findings, seconds: number): string {
  const { accounts, transfers, entries, breaches } = report;
  const lineOf = (meaning: string, subjects: readonly string[]) =>
    [`  ${subjects.length === 0 ? 'ok    ' : 'WRONG '}  ${meaning}`, ...subjects.map(indented)].join('\n');
  const indented = (line: string) => `          ${line}`;
  const lines = bookChecks.map(([check, meaning]) =>
    lineOf(
      meaning,
      breaches.filter((breach) => breach.check === check).map(({ subject }) => subject),
    ),
  );
  for (const { meaning, faults, notes = [], skipped } of findings)
    lines.push(
      skipped === undefined ? lineOf(meaning, faults) : `  skipped ${meaning}: ${skipped}`,
      ...notes.map(indented),
    );
  lines.push(key === undefined ? `  skipped ${keyCheck}: SECRET_KEY is not set` : lineOf(keyCheck, key));
  const isRight = breaches.length === 0 && findings.every(({ faults }) => faults.length === 0);
  const books = isRight ? 'The books are correct.' : 'The books are WRONG.';
  const verdict = (key?.length ?? 0) === 0 ? books : `${books} The secret key is WRONG.`;
  const counts = `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${seconds.toFixed(1)} s`;
  return `\n${lines.join('\n')}\n\n${verdict} (${counts})\n`;
}

const help = `npm run verify: checks the books of the bank, and what the products say of them.

It reads the database at DATABASE_URL, else the embedded one in DATA_DIR (default: data), beside a running server or without
one, in many short snapshots. It changes nothing but the anchor (ANCHOR_FILE) and the stored result of the last run, and takes
no arguments. It checks:

${[...bookChecks.map(([, meaning]) => meaning), ...checks.map(({ meaning }) => meaning), keyCheck].map((meaning) => `  ${meaning}`).join('\n')}

Exit codes: 0 all correct, 1 something is wrong or cannot be read, 2 the command was not understood.
`;

/** One run of the command, from its arguments to its exit code. */
export async function runVerify(parameters: string[], terminal: Terminal): Promise<number> {
  try {
    const { positionals, values } = parseCommandLine(parameters, {
      help: { type: 'boolean', short: 'h' },
    });
    if (positionals.length > 0) throw new Misunderstood(`Unexpected argument: ${positionals.join(' ')}.`);
    if (!values.help) return (await verify(terminal)) ? 0 : 1;
    terminal.print(help);
    return 0;
  } catch (error) {
    terminal.printError(`${sentenceOf(error)}\n`);
    return error instanceof Misunderstood ? 2 : 1;
  }
}

const undefinedTable = '42P01';

function sentenceOf(error: unknown): string {
  if (error instanceof Misunderstood) return `${error.message}\n\n${help}`;
  if (error instanceof Refusal) return error.message;
  const state = sqlStateOf(error);
  if (state === undefinedTable) return 'This database has no books. Check DATABASE_URL and DATA_DIR.';
  if (state !== undefined) return `The books cannot be read: ${(error as Error).message} (${state}).`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
