/** A reader that is ended from outside, as by a system short of memory, says nothing of the file: it stays in the inbox. */
import { execFile } from 'node:child_process';
import { constants, open, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPayer } from '@calmly/server/test/support/clients/payments.ts';
import { notification } from '@calmly/server/test/support/files/bank-files.ts';
import { killChildren } from '@calmly/server/test/support/processes/children.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { until } from '@calmly/server/test/support/until.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readInProcess } from './reader.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

test('a file whose reader is killed ten times while it reads is refused', async () => {
  const pipe = join(bank.inbox, '.pipe.xml');
  // Nobody writes into it, so it is being read as long as it is open.
  await promisify(execFile)('mkfifo', [pipe]);
  for (let kills = 1; kills <= 10; kills += 1) {
    const reading = readInProcess(pipe);
    const writer = await until(
      () => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined),
      (opened) => opened !== undefined,
    );
    await killChildren('clearing/files/reader-worker.ts');
    const killed = await reading;
    await writer?.close();
    if (kills < 10) expect(killed).toBeUndefined();
    else expect(killed).toMatchObject({ ok: false, refusal: expect.stringContaining('killed 10 times') });
  }
});

test('files whose readers are killed wait in the inbox, each for itself, and are booked when they can be read', async () => {
  const payer = await createPayer(bank.app, { fundedMinor: 0n });
  const creditorAccount = payer.account.iban ?? '';
  const names = ['a.xml', 'b.xml'];
  for (const name of names) {
    const part = join(bank.inbox, `.${name}.part`);
    await writeFile(
      part,
      notification(reference(), [{ reference: reference(), amount: '5.00', creditorAccount }]),
    );
    // The inbox leaves files alone that were written a moment ago.
    await utimes(part, 1, 1);
    await rename(part, join(bank.inbox, name));
  }

  const killed = new Set<number>();
  const waiting = async () => (await readdir(bank.inbox)).filter((name) => names.includes(name)).length;
  // Most of them before they have begun to read, which says nothing of the file however often. A busy machine may let some through.
  while (killed.size < 24 && (await waiting()) > 0)
    for (const pid of await killChildren('clearing/files/reader-worker.ts')) killed.add(pid);
  expect(killed.size).toBeGreaterThan(0);
  expect(await readdir(join(bank.inbox, 'failed')).catch(() => [])).toEqual([]);
  await until(payer.balance, ({ posted }) => posted === 1_000n);
});
