/** What `npm run verify` does: reads the books in one snapshot of the database and says what is wrong. */
import { formatDecimal } from '@calmly/domain';
import { attachDatabase } from './attach.ts';
import { Misunderstood, parseCommandLine, type Terminal } from './command-line.ts';
import { verifySuspense } from './modules/clearing/index.ts';
import { type BooksReport, verifyBooks } from './modules/ledger/index.ts';
import { verifyStatements } from './modules/statements/index.ts';
import { verifyTrading } from './modules/trading/index.ts';
import { proveReserves, type Reserve, reserveFaults } from './modules/wallets/index.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { requireServiceFacts } from './platform/config/service-facts.ts';
import { type Database, openDatabase, sqlStateOf } from './platform/database.ts';
import { requireMigrated } from './platform/postgres/migrate.ts';
import { Refusal } from './platform/refusal.ts';
import { findKeyFault } from './platform/secrets/sealing-keys.ts';
import type { Sql } from './platform/work.ts';

const checks: ReadonlyArray<readonly [BooksReport['breaches'][number]['check'], string]> = [
  ['currency_sum', 'the entries of each currency add up to zero'],
  ['transfer_entries', 'each transfer has two entries'],
  ['account_totals', "each account's balance is the sum of its entries"],
  ['running_totals', 'the running totals have no gaps'],
  ['reserved', 'reserved amounts equal the open reservations'],
  ['overdrawn', 'no account is overdrawn without permission'],
];
const suspenseCheck = 'the suspense accounts equal the open suspense items';
const reserveCheck = 'the chains hold what clients and the bank own of each crypto asset';
const tradingCheck = 'the trades, the orders and the book of the exchange agree with the ledger';
const statementCheck = 'the official statements have the figures of the ledger';
const keyCheck = 'the secret key opens the sealed secrets';

async function verify({ env, print }: Terminal): Promise<boolean> {
  const given = loadConfig(env);
  const source = await attachDatabase(given);
  try {
    const database = openDatabase(source.url, { poolSize: 1 });
    try {
      await requireMigrated(database.sql);
      const config = await requireServiceFacts(database.sql, given, (variable) =>
        variable.startsWith('CHAIN_'),
      );
      const startedMs = performance.now();
      const report = await verifyBooks(database.sql);
      const suspense = await verifySuspense(database.sql);
      const reserves = await readReserves(config, database);
      const trading = await verifyTrading(database.sql);
      const statements = await verifyStatements(database.sql);
      const key = await keyFault(config, database.sql);
      const seconds = (performance.now() - startedMs) / 1000;
      print(textOf({ report, suspense, reserves, trading, statements, key }, seconds));
      const wrong = [report.breaches, suspense, reserveFaults(reserves), trading, statements, key ?? []];
      return wrong.flat().length === 0;
    } finally {
      await database.close();
    }
  } finally {
    await source.close();
  }
}

/** By the chains of the configuration; each is asked. */
async function readReserves(config: Config, database: Database): Promise<Reserve[]> {
  const { createChains } = await import('./chains.ts');
  return proveReserves(database.sql, createChains(config, database).wallets.networks);
}

/**
 * With an external database server the key may be elsewhere: it is checked only if it is configured or stored next to the database, else
 * undefined.
 */
async function keyFault(config: Config, sql: Sql): Promise<string[] | undefined> {
  if (config.databaseUrl !== undefined && (config.secretKey ?? config.secretKeyFile) === undefined)
    return undefined;
  const { sealedSecrets } = await import('./composition.ts');
  const fault = await findKeyFault(config, sql, sealedSecrets);
  return fault === undefined ? [] : [fault];
}

interface Findings {
  readonly report: BooksReport;
  readonly suspense: readonly string[];
  readonly reserves: readonly Reserve[];
  readonly trading: readonly string[];
  readonly statements: readonly string[];
  readonly key: readonly string[] | undefined;
}

function textOf({ report, suspense, reserves, trading, statements, key }: Findings, seconds: number): string {
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
  lines.push(
    lineOf(suspenseCheck, suspense),
    lineOf(tradingCheck, trading),
    lineOf(statementCheck, statements),
  );
  const missing = reserveFaults(reserves);
  lines.push(lineOf(reserveCheck, missing), ...reserves.filter(isUsed).map(reserveLine));
  lines.push(key === undefined ? `  skipped ${keyCheck}: SECRET_KEY is not set` : lineOf(keyCheck, key));
  const books =
    breaches.length + suspense.length + trading.length + statements.length + missing.length === 0
      ? 'The books are correct.'
      : 'The books are WRONG.';
  const verdict = (key?.length ?? 0) === 0 ? books : `${books} The secret key is WRONG.`;
  const counts = `${accounts} accounts, ${transfers} transfers, ${entries} entries, ${seconds.toFixed(1)} s`;
  return `\n${lines.join('\n')}\n\n${verdict} (${counts})\n`;
}

const isUsed = ({ custody, holdings }: Reserve) => custody !== 0n || holdings !== 0n;

function reserveLine({ asset, wallets, own, holdings, unbooked }: Reserve): string {
  const [clients, bank, chain, waiting] = [wallets, own, holdings, unbooked].map((minor) =>
    formatDecimal(minor, asset),
  );
  return `          ${asset}: clients ${clients}, bank ${bank}, on the chain ${chain}, of which not booked yet ${waiting}`;
}

const help = `npm run verify: checks the books of the bank in one snapshot of the database.

It reads the database at DATABASE_URL, else the embedded one in DATA_DIR (default: data), beside a running server or without
one. It changes nothing and takes no arguments. It checks:

${checks.map(([, meaning]) => `  ${meaning}`).join('\n')}
  ${suspenseCheck}
  ${tradingCheck}
  ${statementCheck}
  ${reserveCheck}
  ${keyCheck}

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
