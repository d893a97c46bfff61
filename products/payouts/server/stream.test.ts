import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import {
  createPayout,
  downloadPayoutResults,
  findPayoutRows,
  getPayout,
  listPayoutPayees,
  listPayoutRows,
  payoutFileMaxBytes,
  previewPayout,
  uploadPayoutFile,
} from '@calmly/contract';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { awaitRead, emptyPayout, templateHeadings } from '@calmly/server/test/support/clients/payouts.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const rowsOf = (count: number) =>
  `${templateHeadings}\n${Array.from(
    { length: count },
    (_, at) =>
      `,Anna Tamm,person,EE382200221020145685,,,,,${at + 1}.00,EUR,Refund ${at} with a longer text that makes the file larger than before,,,,,,S-${at}\n`,
  ).join('')}`;

/** For events that happen within a second, so that a failing test fails soon. */
const patienceMs = 15_000;

interface Sent {
  readonly version?: number;
  readonly type?: string;
  readonly token?: string;
}

/** Sends the raw bytes. */
async function send(
  id: string,
  body: string | Uint8Array<ArrayBuffer>,
  { version = 1, type = 'application/octet-stream', token = payer.token }: Sent = {},
) {
  const answer = await fetch(`${app.url}/api/masspayout/${id}/file?fileName=big.csv&version=${version}`, {
    method: uploadPayoutFile.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
    signal: AbortSignal.timeout(20_000),
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string; Version?: number } };
}

const keptParts = async () => {
  const { rows } = await app.database.pool.query<{ count: string }>('select count(*) from payouts.file_part');
  return Number(rows[0]?.count);
};

test('a file of several parts is read as it was sent', async () => {
  const { id, version } = await emptyPayout(app, payer);
  const answer = await send(id, rowsOf(30_000), { version });
  expect(answer.status).toBe(200);
  expect(await awaitRead(app, payer, id)).toMatchObject({
    status: 'DRAFT',
    summary: { rows: 30_000, faulty: 0 },
  });
});

// Control: without the limit in the stream, the whole file is stored.
test('a file that is too large is refused before it is read, and where no length is said at the first byte too many', async () => {
  const { id } = await emptyPayout(app, payer);
  const before = await keptParts();
  const sent = httpRequest(`${app.url}/api/masspayout/${id}/file?fileName=big.csv&version=1`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${payer.token}`,
      'content-type': 'application/octet-stream',
      'content-length': payoutFileMaxBytes + 1,
    },
  });
  sent.on('error', () => undefined);
  sent.flushHeaders();
  const [early] = (await once(sent, 'response')) as [IncomingMessage];
  expect(early.statusCode).toBe(413);
  sent.destroy();

  const chunk = Buffer.alloc(1_000_000, 'x');
  async function* tooMuch() {
    for (let bytes = 0; bytes <= payoutFileMaxBytes; bytes += chunk.length) yield chunk;
  }
  const unsaid = await fetch(`${app.url}/api/masspayout/${id}/file?fileName=big.csv&version=1`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${payer.token}`, 'content-type': 'application/octet-stream' },
    body: Readable.toWeb(Readable.from(tooMuch())) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect(unsaid.status).toBe(413);
  await until(keptParts, (count) => count === before, patienceMs);
});

// Control: without deleting its parts, a broken upload leaves them behind.
test('a connection that breaks leaves nothing', async () => {
  const { id } = await emptyPayout(app, payer);
  const before = await keptParts();
  const sent = httpRequest(`${app.url}/api/masspayout/${id}/file?fileName=big.csv&version=1`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${payer.token}`,
      'content-type': 'application/octet-stream',
      'content-length': 20_000_000,
    },
  });
  sent.on('error', () => undefined);
  for (let part = 0; part < 3; part += 1) sent.write(Buffer.alloc(1_000_000, 'x'));
  await until(keptParts, (count) => count > before);
  sent.destroy();
  await until(keptParts, (count) => count === before, patienceMs);
  expect((await app.call(getPayout, { params: { id } }, payer)).output).toMatchObject({
    status: 'DRAFT',
    version: 1,
  });
});

test('JSON, an old version, another client and an empty file', async () => {
  const { id } = await emptyPayout(app, payer);
  expect((await send(id, '{}', { type: 'application/json' })).status).toBe(415);
  expect(await send(id, 'a', { version: 7 })).toMatchObject({
    status: 409,
    body: { code: 'payout_changed' },
  });
  const other = await createPayer(app);
  expect((await send(id, 'a', { token: other.token })).status).toBe(404);
  const empty = await send(id, new Uint8Array());
  expect(empty.status).toBe(200);
  expect(await awaitRead(app, payer, id)).toMatchObject({ status: 'UNREADABLE', refusal: { code: 'empty' } });
});

test('a stream is taken by no other call', async () => {
  const answer = await fetch(`${app.url}/api${createPayout.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${payer.token}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': 'stream',
    },
    body: 'a',
  });
  expect(answer.status).toBe(415);
});

test('while a file is read, nothing of the rows that are there already is shown', async () => {
  const { id } = await emptyPayout(app, payer);
  await send(id, rowsOf(3));
  await awaitRead(app, payer, id);
  await app.database.pool.query(`update payouts.payout set status = 'READING' where id = $1`, [id]);
  const params = { id };
  const results = (format: 'csv' | 'pain002') =>
    app.call(downloadPayoutResults, { params, query: { format } }, payer);
  expect((await app.call(getPayout, { params }, payer)).output.results).toEqual([]);
  expect((await app.call(listPayoutRows, { params }, payer)).output.rows).toEqual([]);
  expect((await app.call(findPayoutRows, { params }, payer)).output.runs).toEqual([]);
  expect((await app.call(listPayoutPayees, { params }, payer)).output).toEqual({ total: 0, payees: [] });
  expect((await app.call(previewPayout, { params }, payer)).output).toMatchObject({ funding: [], payees: 0 });
  expect((await results('csv')).text.trim().split('\r\n')).toHaveLength(1);
  expect((await results('pain002')).text).toContain('<GrpSts>RCVD</GrpSts>');
});
