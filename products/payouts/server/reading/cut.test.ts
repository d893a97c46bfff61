/** An external end of the reader is not a fault of the file, and leftovers of a killed server are deleted. */
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPayout } from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import { startTestApp, type TestApp } from '@calmly/server/test/support/app.ts';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { awaitRead } from '@calmly/server/test/support/clients/payouts.ts';
import { anna, fileOf, rowOf } from '@calmly/server/test/support/files/payout-rows.ts';
import { killChildren } from '@calmly/server/test/support/processes/children.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { sql as query } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let app: TestApp;
let payer: Payer;
beforeAll(async () => {
  app = await startTestApp({ jobs: true });
  payer = await createPayer(app);
});
afterAll(() => app.close());

const rows = 40_000;
const file = fileOf(...Array.from({ length: rows }, (_, at) => rowOf('Anna Tamm', anna, `${at + 1}.00`)));

async function upload(): Promise<string> {
  const body = { fileName: 'salaries.csv', content: Buffer.from(file).toString('base64') };
  const { output } = await app.call(createPayout, { body }, { token: payer.token, idempotencyKey: newId() });
  return output.id;
}

/**
 * Kills the process that reads this payout once its first rows are there, and waits until the reading has ended or started again. Until then the
 * process runs only briefly, or it may be done before this one gets its turn.
 */
async function killReader(id: string): Promise<void> {
  const signal = (name: NodeJS.Signals) => killChildren('payouts/server/files/reader-worker.ts', name);
  const readingOf = async () => {
    const { rows } = await query<{ run: number; hasRows: boolean }>`
      select run, exists (select from payouts.row where payout_id = ${id}) as "hasRows"
      from payouts.payout where id = ${id} and status = 'READING'`.execute(app.database.sql);
    return rows[0];
  };
  const atWork = await until(
    async () => {
      await signal('SIGCONT');
      await sleep(30);
      await signal('SIGSTOP');
      return await readingOf();
    },
    (reading) => reading?.hasRows === true,
  );
  expect(await signal('SIGKILL')).toHaveLength(1);
  await until(readingOf, (reading) => reading?.run !== atWork?.run);
}

test('a file whose reader is killed is read again, once', async () => {
  const id = await upload();
  await killReader(id);
  const payout = await awaitRead(app, payer, id);
  expect([payout.status, payout.summary.rows]).toEqual(['DRAFT', rows]);
});

test('a file whose reader is killed twice is refused', async () => {
  const id = await upload();
  await killReader(id);
  await killReader(id);
  expect(await awaitRead(app, payer, id)).toMatchObject({
    status: 'UNREADABLE',
    refusal: { code: 'took_too_much_memory' },
  });
});

test('a killed server’s leftovers of a file are deleted at the next start; files being read stay', async () => {
  // From a process that is gone, from one with our id before a restart in a container, and from an earlier version.
  const left = [`${2 ** 22 + 1}-left`, `${process.pid}-left`, 'Xy4bQz'].map((name) =>
    join(tmpdir(), `calmly-payout-${name}`),
  );
  const inUse = await mkdtemp(join(tmpdir(), `calmly-payout-${process.ppid}-`));
  for (const path of left) {
    await mkdir(path);
    await writeFile(join(path, 'file'), 'Anna Tamm;1000.00');
    if (!/-left$/.test(path)) await utimes(path, 1, 1);
  }
  const other = await startTestApp();
  await other.close();
  const names = await readdir(tmpdir());
  for (const path of left) expect(names).not.toContain(basename(path));
  expect(names).toContain(basename(inUse));
  await rm(inUse, { recursive: true });
});
