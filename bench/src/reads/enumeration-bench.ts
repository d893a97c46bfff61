/**
 * A9: whether the time of an answer reveals that an address is a client's. Sign-ins with a wrong password and requests for a
 * reset link, for a known and an unknown address in turn, in random order within each pair; compared by a rank test.
 * There are enough addresses that none is locked, each with its own sources (all of 127/8 is this
 * machine), so that nothing but the address differs. The control is a call that never hashes: if the test cannot detect that
 * difference, it cannot detect any.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { startEmbeddedPostgres } from '@calmly/platform/postgres/cluster/embedded-postgres.ts';
import { createPersonClient } from '@calmly/products/identity/server/index.ts';
import { rankTest } from '../support/rank-test.ts';
import { type BenchResult, median } from '../support/result.ts';
import { bankUnderLoad, benchPort, startServer } from '../support/server-process.ts';

const pairs = Number(process.env.BENCH_PAIRS ?? 1000);
const triesPerAddress = 3;
const addresses = Math.ceil(pairs / triesPerAddress);
/** Calls per source: far below the limit per address. */
const callsPerSource = 8;

interface Call {
  readonly path: string;
  readonly body: string;
  readonly authorization?: string;
}

const signIn = (email: string): Call => ({
  path: '/api/oauth/token',
  body: '{}',
  authorization: `Basic ${Buffer.from(`${email}:not the password`).toString('base64')}`,
});
const resetLink = (email: string): Call => ({
  path: '/api/passwordresets',
  body: JSON.stringify({ Email: email }),
});
/** Without a password there is nothing to compare, so nothing is hashed. */
const withoutPassword = (email: string): Call => ({
  ...signIn(email),
  authorization: `Basic ${Buffer.from(`${email}:`).toString('base64')}`,
});

const known = (index: number) => `known${index % addresses}@bench.example`;
const unknown = (index: number) => `nobody${index % addresses}@bench.example`;

/** Throws if the control fails. */
export async function benchEnumeration(): Promise<BenchResult[]> {
  const directory = await mkdtemp(join(tmpdir(), 'calmly-bench-'));
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory });
  try {
    const server = await startServer(directory, { ...bankUnderLoad, DATABASE_URL: postgres.url });
    try {
      await createClients(postgres.url);
      const control = await compare(
        60,
        (index) => signIn(`stranger${index}@bench.example`),
        (index) => withoutPassword(`visitor${index}@bench.example`),
      );
      if (control.p > 0.01) throw new Error('the rank test did not notice a call that hashes nothing');
      const signIns = await compare(
        pairs,
        (index) => signIn(known(index)),
        (index) => signIn(unknown(index)),
      );
      const resets = await compare(
        addresses,
        (index) => resetLink(known(index)),
        (index) => resetLink(unknown(index)),
      );
      return [...rows('a', 'sign-in', signIns), ...rows('b', 'reset link', resets)];
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function createClients(databaseUrl: string): Promise<void> {
  const database = openDatabase(databaseUrl, { poolSize: 1 });
  try {
    for (let index = 0; index < addresses; index += 1)
      await database.inTransaction((sql) =>
        createPersonClient(
          { sql, now: new Date(), newId },
          { email: known(index), password: `the right one of ${index}`, firstName: 'Anna', lastName: 'Tamm' },
        ),
      );
  } finally {
    await database.close();
  }
}

interface Comparison {
  readonly p: number;
  readonly leftMs: number;
  readonly rightMs: number;
}

/** Durations of both calls in turn; the order is random in each pair. */
async function compare(
  count: number,
  left: (index: number) => Call,
  right: (index: number) => Call,
): Promise<Comparison> {
  const leftTimes: number[] = [];
  const rightTimes: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const both = [
      { call: left(index), times: leftTimes },
      { call: right(index), times: rightTimes },
    ];
    if (Math.random() < 0.5) both.reverse();
    for (const { call, times } of both) times.push(await time(call));
  }
  return { p: rankTest(leftTimes, rightTimes), leftMs: median(leftTimes), rightMs: median(rightTimes) };
}

let calls = 0;

/** Milliseconds from sending to the end of the answer, on a connection of its own. */
function time({ path, body, authorization }: Call): Promise<number> {
  const source = Math.floor(calls / callsPerSource);
  calls += 1;
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(
      {
        host: '127.0.0.1',
        port: benchPort,
        localAddress: `127.1.${Math.floor(source / 250)}.${(source % 250) + 1}`,
        path,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 429) reject(new Error(`${path} was refused as too frequent`));
          else resolve(performance.now() - started);
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function rows(letter: string, what: string, { p, leftMs, rightMs }: Comparison): BenchResult[] {
  const details = { pairs, knownMedianMs: leftMs, unknownMedianMs: rightMs };
  return [
    {
      id: `A9${letter}`,
      what: `${what}, known against unknown: chance of such a difference`,
      value: p,
      unit: 'p',
      must: 0.01,
      aim: 0.05,
      better: 'higher',
      details,
    },
    {
      id: `A9${letter}'`,
      what: `${what}: difference of the medians`,
      value: Math.abs(leftMs - rightMs),
      unit: 'ms',
      must: 1,
      aim: 0.5,
      better: 'lower',
      details,
    },
  ];
}
