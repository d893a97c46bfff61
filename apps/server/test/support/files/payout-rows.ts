/** Rows of payout files for tests; confirming and awaiting a payout; refusals. */
import {
  confirmPayout,
  type EndpointInput,
  getPayout,
  type PayoutDetails,
  previewPayout,
} from '@calmly/contract';
import { expect } from 'vitest';
import type { TestApp } from '../app.ts';
import { callWithCode } from '../clients/firm.ts';
import { type Member, templateHeadings, uploadPayout } from '../clients/payouts.ts';

/** Accounts at other banks; the sandbox rail rejects payments to `closed`. */
export const anna = 'EE382200221020145685';
export const hansa = 'DE33200505501289447016';
export const closed = 'DE48200505500000000041';

export const rowOf = (name: string, account: string, amount: string, reference = 'Wages', id = '') =>
  `,${name},company,${account},,,,,${amount},EUR,${reference},,,,,,${id}`;

export const fileOf = (...rows: string[]): string => [templateHeadings, ...rows, ''].join('\n');

export interface Confirmation {
  readonly mode?: 'ALL' | 'READY';
  readonly payOn?: string | null;
  readonly allowRepeat?: boolean;
  readonly skipNameCheck?: boolean;
  readonly acknowledgedWarnings?: EndpointInput<typeof confirmPayout>['body']['acknowledgedWarnings'];
}

/** Confirms without waiting for the name checks, because most tests run no jobs. */
export const confirmBody = (
  { version }: Pick<PayoutDetails, 'version'>,
  confirmation: Confirmation = {},
) => ({
  version,
  mode: 'ALL' as const,
  payOn: null,
  skipNameCheck: true,
  ...confirmation,
});

/** Confirms with the requested code, and with every warning of the preview acknowledged. */
export async function confirmWithCode(
  test: TestApp,
  { token }: Member,
  payout: Pick<PayoutDetails, 'id' | 'version'>,
  confirmation?: Confirmation,
) {
  const params = { id: payout.id };
  const preview = await test.call(previewPayout, { params }, { token });
  const acknowledgedWarnings = preview.status === 200 ? preview.output.warnings : [];
  const body = confirmBody(payout, { acknowledgedWarnings, ...confirmation });
  return callWithCode(test, confirmPayout, { params, body }, token);
}

/** Waits until every row has its outcome. */
export async function paid(test: TestApp, { token }: Member, { id }: PayoutDetails): Promise<PayoutDetails> {
  const read = async () => (await test.call(getPayout, { params: { id } }, { token })).output;
  await expect.poll(read, { timeout: 30_000 }).toMatchObject({ status: 'DONE', summary: { pending: 0 } });
  return read();
}

/** Uploads rows, confirms those without errors and waits until they are paid. */
export async function paidPayout(test: TestApp, member: Member, ...rows: string[]): Promise<PayoutDetails> {
  const payout = await uploadPayout(test, member, fileOf(...rows));
  expect((await confirmWithCode(test, member, payout, { mode: 'READY' })).status).toBe(200);
  return paid(test, member, payout);
}

/** Why a call was refused. */
export const refusal = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as { code?: string } | undefined)?.code,
];
