/**
 * P3: rows of a payout settled a second, from its confirmation to the last executed payment, against TPC-B on the same PostgreSQL in the same round.
 * The rail reports at once, so nothing waits for other banks.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { preparePayers } from '../support/payments-fixture.ts';
import { prepareTpcb } from '../support/pgbench.ts';
import { type BenchResult, median, rounds } from '../support/result.ts';
import { bankUnderLoad, startServer } from '../support/server-process.ts';
import { type Call, callerOf, templateHeadings } from './payouts-bench.ts';

const rowCount = 20_000;
const loadSeconds = 5;

/** Starts its own PostgreSQL and server. The first round warms up. */
export async function benchSettling(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  const env = { ...bankUnderLoad, DATABASE_URL: postgres.url, PAYOUTS: 'on', SANDBOX_RAIL_DELAY_MS: '0' };
  const server = await startServer(directory, env);
  try {
    const payers = await preparePayers(postgres.url, server.url, { payers: rounds + 1, accountsEach: 1 });
    const tpcb = await prepareTpcb(postgres.url, loadSeconds);
    const taken: Array<{ readonly rows: number; readonly tpcb: number }> = [];
    // The first one warms up. Each has its own client, because payments a day are limited.
    for (const [round, payer] of payers.entries()) {
      const rows = await settle(callerOf(server.url, payer), round);
      if (round > 0) taken.push({ rows, tpcb: await tpcb() });
    }
    return [
      {
        id: 'P3',
        what: `rows of a payout settled a second, ${rowCount} rows, against TPC-B`,
        value: median(taken.map(({ rows, tpcb }) => rows / tpcb)),
        unit: '×',
        must: 3,
        aim: 5,
        better: 'higher',
        details: {
          rows: taken.map(({ rows }) => Math.round(rows)),
          tpcb: taken.map(({ tpcb }) => Math.round(tpcb)),
        },
      },
    ];
  } finally {
    await server.stop();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Uploads and confirms a payout; rows settled a second from then on. */
export async function settle(call: Call, round: number): Promise<number> {
  const { Id, Version } = await call('POST', '/masspayout', '{}');
  await call('PUT', `/masspayout/${Id}/file?fileName=salaries.csv&version=${Version}`, fileOf(round));
  const read = await until(call, `${Id}`, ({ Status }) => Status === 'DRAFT');
  const body = JSON.stringify({ Version: read.Version, Mode: 'ALL', Date: null });
  const asked = await call('POST', `/masspayout/${Id}/confirm`, body);
  const { code } = asked.detail as { code: string };
  const startedMs = performance.now();
  await call('POST', `/masspayout/${Id}/confirm`, body, { 'x-tfa-code': code });
  const seconds = () => (performance.now() - startedMs) / 1000;
  await until(call, `${Id}`, ({ Summary }) => paidOf(Summary) === rowCount, {
    // As often as a page that shows it, because each read counts all payments; more often towards the end, for an exact time.
    pauseMs: ({ Summary }) => {
      const paid = paidOf(Summary);
      const secondsLeft = paid === 0 ? 1 : (seconds() / paid) * (rowCount - paid);
      return Math.min(1_000, Math.max(50, secondsLeft * 700));
    },
  });
  return rowCount / seconds();
}

const paidOf = (summary: unknown): number => (summary as { readonly Paid: number }).Paid;

type Answer = Readonly<Record<string, unknown>>;

async function until(
  call: Call,
  id: string,
  isSo: (payout: Answer) => boolean,
  { pauseMs = () => 100 }: { readonly pauseMs?: (payout: Answer) => number } = {},
): Promise<Answer> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
    const payout = await call('GET', `/masspayout/${id}`);
    if (isSo(payout)) return payout;
    await sleep(pauseMs(payout));
  }
  throw new Error(`payout ${id} did not come that far in two minutes`);
}

/** A CSV with the headings of the template; all rows to the client's payee. */
function fileOf(round: number): Uint8Array<ArrayBuffer> {
  const lines = [templateHeadings];
  for (let row = 0; row < rowCount; row += 1)
    lines.push(
      `,Hansa GmbH,company,DE33200505501289447016,,,,,0.${String(1 + (row % 99)).padStart(2, '0')},EUR,Refund ${row},,,,,,R${round}-${row}`,
    );
  return Uint8Array.from(Buffer.from(lines.join('\n')));
}
