/** Payouts over HTTP for tests: a client with money, files that are uploaded and read, rows by position. */
import {
  changePayoutRows,
  createPayout,
  getPayout,
  listPayoutRows,
  type PayoutDetails,
  type PayoutRow,
  payoutRowsAtOnce,
} from '@calmly/contract';
import { newId } from '@calmly/platform/ids.ts';
import type { TestApp } from '../app.ts';
import { until } from '../until.ts';

export interface Member {
  readonly token: string;
}

const toBase64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');

/** Uploads a file and waits until it was read; returns the payout. */
export async function uploadPayout(
  test: TestApp,
  member: Member,
  content: string | Uint8Array,
  fileName = 'payments.csv',
): Promise<PayoutDetails> {
  const { output } = await test.call(
    createPayout,
    { body: { fileName, content: toBase64(content) } },
    { token: member.token, idempotencyKey: newId() },
  );
  return awaitRead(test, member, output.id);
}

/** Reads a payout until its file was read. */
export function awaitRead(test: TestApp, { token }: Member, id: string): Promise<PayoutDetails> {
  return until(
    async () => (await test.call(getPayout, { params: { id } }, { token })).output,
    ({ status }) => status !== 'READING',
  );
}

/** All rows of a payout. */
export async function allRows(test: TestApp, { token }: Member, id: string): Promise<PayoutRow[]> {
  const rows: PayoutRow[] = [];
  for (let from = 1; ; ) {
    const query = { from, limit: payoutRowsAtOnce };
    const page = (await test.call(listPayoutRows, { params: { id }, query }, { token })).output.rows;
    rows.push(...page);
    const last = page.at(-1);
    if (!last || page.length < payoutRowsAtOnce) return rows;
    from = last.position + 1;
  }
}

/** An empty payout for typed rows. */
export async function emptyPayout(test: TestApp, { token }: Member, name = 'Typed'): Promise<PayoutDetails> {
  const answer = await test.call(createPayout, { body: { name } }, { token, idempotencyKey: newId() });
  return answer.output;
}

/** The headings of our template that tests use; files with them need no mapping. */
export const templateHeadings =
  'Payee ID,Payee name,Payee type,IBAN or account number,BIC,Sort code,Routing number,Bank country,Amount,Currency,Reference,Street,Building number,Postcode,Town,Country,Your reference';

/** A payout with one typed row without faults. */
export async function typedPayout(test: TestApp, member: Member, cells: PayoutRow['cells'] = {}) {
  const row = {
    name: 'Hansa GmbH',
    account: 'DE33200505501289447016',
    amount: '60.00',
    currency: 'EUR',
    reference: 'Wages',
    ...cells,
  };
  const { id } = await emptyPayout(test, member);
  const body = { changed: [], added: [{ cells: row }], removed: [] };
  const { output } = await test.call(changePayoutRows, { params: { id }, body }, { token: member.token });
  return output.payout;
}
