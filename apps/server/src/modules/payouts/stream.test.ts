import { uploadPayoutFile } from '@calmly/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { createPayer, type Payer } from '../../../test/support/payments.ts';
import { awaitRead, emptyPayout, templateHeadings } from '../../../test/support/payouts.ts';

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

interface Sent {
  readonly version?: number;
  readonly type?: string;
  readonly token?: string;
}

/** Sends the bytes as they are. */
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

const _keptParts = async () => {
  const { rows } = await app.database.pool.query<{ count: string }>('select count(*) from payouts.file_part');
  return Number(rows[0]?.count);
};

test('a file of several parts is read as it was sent', async () => {
  const { id, version } = await emptyPayout(app, payer);
  const answer = await send(id, rowsOf(100_000), { version });
  expect(answer.status).toBe(200);
  expect(await awaitRead(app, payer, id)).toMatchObject({
    status: 'DRAFT',
    summary: { rows: 100_000, faulty: 0 },
  });
}, 60_000);
