/** A reader that is ended from outside, as by a system short of memory, says nothing of the file: it stays in the inbox. */
import { readdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer } from '../../../../test/support/clients/payments.ts';
import { notification } from '../../../../test/support/files/bank-files.ts';
import { childrenOf } from '../../../../test/support/processes/children.ts';
import { type FileRailBank, reference, startFileRail } from '../../../../test/support/processes/file-rail.ts';
import { until } from '../../../../test/support/until.ts';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

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
    // The inbox takes no file that somebody may still be writing.
    await utimes(part, 1, 1);
    await rename(part, join(bank.inbox, name));
  }

  const killed = new Set<number>();
  // A busy machine may let one through between two looks.
  while (killed.size < 4)
    for (const pid of await childrenOf('clearing/files/reader-worker.ts')) {
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
  expect(await readdir(join(bank.inbox, 'failed')).catch(() => [])).toEqual([]);
  await until(payer.balance, ({ posted }) => posted === 1_000n);
});
