/**
 * Value days of incoming money (PSD2, article 87): the client's money counts no later than the day on which our own account was credited, though
 * the file is read later. Control: without the value day the statement shows the day on which the file was read.
 */
import { downloadStatement, getStatement } from '@calmly/contract';
import { createPayer, type Payer } from '@calmly/server/test/support/clients/payments.ts';
import { type Entry, notification } from '@calmly/server/test/support/files/bank-files.ts';
import {
  type FileRailBank,
  reference,
  startFileRail,
} from '@calmly/server/test/support/processes/file-rail.ts';
import { ops } from '@calmly/server/test/support/processes/ops.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let bank: FileRailBank;
beforeAll(async () => {
  bank = await startFileRail();
});
afterAll(() => bank.close());

const dayOf = (daysFromNow: number) =>
  new Date(Date.now() + daysFromNow * 86_400_000).toISOString().slice(0, 10);
const today = dayOf(0);

const query = () => ({ from: today, to: today, timeZone: 'UTC' });
const linesOf = async ({ account: { id }, token }: Payer) =>
  (await bank.app.call(getStatement, { params: { id }, query: query() }, { token })).output.lines;

const received = async (entry: Partial<Entry>) => {
  const payer = await createPayer(bank.app, { fundedMinor: 0n });
  const creditorAccount = payer.account.iban ?? '';
  const told = { reference: reference(), amount: '5.00', creditorAccount, ...entry };
  expect(await bank.receive(notification(reference(), [told]))).toBe('done');
  return payer;
};

test.each([
  ['the value day that the bank names', { bookedOn: dayOf(-1), valueOn: dayOf(-3) }, dayOf(-3)],
  ['a value day after the booking', { bookedOn: dayOf(-3), valueOn: dayOf(-1) }, dayOf(-1)],
  ['the booking day, where it names none', { bookedOn: dayOf(-2) }, dayOf(-2)],
  ['today, where the value day is still to come', { bookedOn: today, valueOn: dayOf(1) }, today],
  ['today, where it is today', { bookedOn: today, valueOn: today }, today],
])('a credit counts from %s', async (_what, entry, valueOn) => {
  const payer = await received(entry);
  expect((await linesOf(payer)).map((line) => [line.bookedOn, line.valueOn])).toEqual([[today, valueOn]]);
  for (const format of ['camt053', 'csv'] as const) {
    const options = {
      params: { id: payer.account.id },
      query: { ...query(), format, locale: 'en' as const },
    };
    const { text } = await bank.app.call(downloadStatement, options, { token: payer.token });
    expect(text.replaceAll(/\s/g, '')).toContain(
      format === 'csv' ? valueOn : `<ValDt><Dt>${valueOn}</Dt></ValDt>`,
    );
  }
});

test('money that waited in suspense counts from the day on which it came', async () => {
  const payer = await createPayer(bank.app, { fundedMinor: 0n });
  const debtorName = `Lost ${reference()}`;
  const stray = {
    reference: reference(),
    amount: '7.00',
    creditorAccount: 'EE382200221020145685',
    debtorName,
    bookedOn: dayOf(-4),
    valueOn: dayOf(-5),
  };
  await bank.receive(notification(reference(), [stray]));
  const waiting = (await bank.waiting('suspense')).find(({ subject }) => subject.includes(debtorName));
  const account = payer.account.number;
  expect(
    await ops(
      bank.app,
      'approve',
      waiting?.id ?? '',
      '--as',
      'Mari',
      '--reason',
      'theirs',
      '--account',
      account,
    ),
  ).toMatchObject({ code: 0 });
  expect((await linesOf(payer)).map(({ valueOn }) => valueOn)).toEqual([dayOf(-5)]);
});
