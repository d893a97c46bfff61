/**
 * `npm run bench`: measures the goals of docs/performance.md on this machine. `npm run bench -- --help` lists them. Goals that share
 * a load are measured together.
 *
 * `BENCH_ROUNDS` (3) says how often each figure is taken, `BENCH_PORT` (3199) where the measured server listens. Goals that
 * compare with TPC-B need `pgbench` on the machine (Debian: postgresql).
 *
 * Exit code 1 when a goal that must hold is missed or could not be measured, 2 for a goal that does not exist.
 */
import { availableParallelism, cpus } from 'node:os';
import { type BenchResult, formatTable, meets } from './support/result.ts';

interface Bench {
  readonly goals: readonly string[];
  /** Loaded on demand: `P7` needs neither a browser nor a bundler. */
  readonly load: () => Promise<() => Promise<BenchResult[]>>;
}

const benches: readonly Bench[] = [
  { goals: ['P1', 'P4'], load: async () => (await import('./money/transfers-bench.ts')).benchTransfers },
  {
    goals: ['P2', 'P2F', 'P2S', 'P2C', 'P2I', 'P5'],
    load: async () => (await import('./money/payments-bench.ts')).benchPayments,
  },
  { goals: ['P21'], load: async () => (await import('./money/bytes-bench.ts')).benchBytes },
  { goals: ['P6'], load: async () => (await import('./reads/growth-bench.ts')).benchGrowth },
  { goals: ['P19'], load: async () => (await import('./reads/search-bench.ts')).benchSearch },
  { goals: ['P7'], load: async () => (await import('./start-bench.ts')).benchStart },
  { goals: ['P8'], load: async () => (await import('./matching/matching-bench.ts')).benchMatching },
  { goals: ['P9'], load: async () => (await import('./money/trading-bench.ts')).benchTrading },
  { goals: ['A9'], load: async () => (await import('./reads/enumeration-bench.ts')).benchEnumeration },
  { goals: ['P10'], load: async () => (await import('./portal/bundle-bench.ts')).benchBundle },
  { goals: ['P3'], load: async () => (await import('./money/settling-bench.ts')).benchSettling },
  { goals: ['P16'], load: async () => (await import('./money/cards-bench.ts')).benchCards },
  { goals: ['P17'], load: async () => (await import('./money/statements-bench.ts')).benchStatements },
  { goals: ['P13'], load: async () => (await import('./money/payouts-bench.ts')).benchPayouts },
  { goals: ['P15'], load: async () => (await import('./portal/first-paint-bench.ts')).benchFirstPaint },
  { goals: ['P18'], load: async () => (await import('./portal/market-bench.ts')).benchMarket },
  { goals: ['P11'], load: async () => (await import('./portal/screens-bench.ts')).benchScreens },
];
const goals = benches.flatMap((bench) => bench.goals);

const usage = `npm run bench: measures the performance goals of docs/performance.md on this machine.

  npm run bench                 all goals, about ten minutes
  npm run bench -- P7 P10       some
  npm run bench -- --json       the figures of every round as JSON instead of the table

Goals: ${goals.join(', ')}`;

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`${usage}\n`);
  process.exit();
}
const asJson = args.includes('--json');
const names = args.filter((arg) => arg !== '--json');
const wanted = names.map((name) => name.toUpperCase());
const unknown = names.filter((name) => !goals.includes(name.toUpperCase()));
if (unknown.length > 0) {
  const kind = unknown.every((name) => name.startsWith('-')) ? 'option' : 'goal';
  tell(`There is no ${kind} ${unknown.join(', ')}.\n\n${usage}`);
  process.exit(2);
}

const results: BenchResult[] = [];
let failed = false;
for (const bench of benches) {
  if (wanted.length > 0 && !bench.goals.some((goal) => wanted.includes(goal))) continue;
  const startedAtMs = performance.now();
  tell(`${bench.goals.join(', ')} …`);
  try {
    const run = await bench.load();
    const taken = await run();
    results.push(...taken);
    tell(`  ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
    // Printed immediately, so that a later failure does not lose it.
    if (!asJson) process.stdout.write(`${formatTable(taken)}\n\n`);
  } catch (error) {
    failed = true;
    tell(`  not measured: ${error instanceof Error ? error.message : error}`);
  }
}

if (asJson) {
  const machine = { cores: availableParallelism(), processor: cpus()[0]?.model ?? '', node: process.version };
  const report = { at: new Date().toISOString(), machine, results };
  process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
}
process.exitCode = failed || results.some((result) => !meets(result)) ? 1 : 0;

/** Progress goes to stderr, so that the result can be piped. */
function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
