/** Rows of payout files for tests; confirming and awaiting a payout. */
import { confirmPayout, getPayout, type PayoutDetails } from '@calmly/contract';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { callWithCode } from '../clients/firm.ts';
import { type Member, templateHeadings } from '../clients/payouts.ts';

/** Accounts at other banks; the sandbox rail rejects payments to `closed`. */
export const anna = 'EE382200221020145685';
export const hansa = 'DE33200505501289447016';
export const closed = 'DE48200505500000000041';

export const rowOf = (name: string, account: string, amount: string, reference = 'Wages', id = '') =>
  `,${name},company,${account},,,,,${amount},EUR,${reference},,,,,,${id}`;

export const fileOf = (...rows: string[]): string => [templateHeadings, ...rows, ''].join('\n');

/** Confirms with the code that the first answer asks for. */
export const confirmWithCode = (
  test: TestApp,
  { token }: Member,
  { id, version }: PayoutDetails,
  mode: 'ALL' | 'READY' = 'ALL',
  allowRepeat?: boolean,
) =>
  callWithCode(
    test,
    confirmPayout,
    { params: { id }, body: { version, mode, payOn: null, ...(allowRepeat && { allowRepeat }) } },
    token,
  );

/** Waits until every row has its outcome. */
export async function paid(test: TestApp, { token }: Member, { id }: PayoutDetails): Promise<PayoutDetails> {
  const read = async () => (await test.call(getPayout, { params: { id } }, { token })).output;
  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ status: 'DONE', summary: { pending: 0 } });
  return read();
}
