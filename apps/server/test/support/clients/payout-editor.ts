/** Editing payouts over HTTP for tests: typed, changed and repaired rows. */
import {
  type CallInput,
  changePayoutRows,
  getPayout,
  type PayoutDetails,
  type PayoutField,
  repairPayout,
} from '@calmly/contract';
import type { TestApp } from '../app.ts';
import { emptyPayout, type Member } from './payouts.ts';

export type Cells = Partial<Record<PayoutField, string>>;
type Change = Partial<CallInput<typeof changePayoutRows>['body']>;
type Repair = Partial<CallInput<typeof repairPayout>['body']> &
  Pick<CallInput<typeof repairPayout>['body'], 'repair'>;

/** A row without faults. */
export const goodRow: Cells = {
  name: 'Anna Tamm',
  account: 'EE382200221020145685',
  amount: '10.00',
  currency: 'EUR',
  reference: 'Rent',
};

/** The calls of one person. */
export function payoutEditor(test: () => TestApp, member: () => Member) {
  const details = async (id: string): Promise<PayoutDetails> =>
    (await test().call(getPayout, { params: { id } }, member())).output;
  const change = (id: string, body: Change) => {
    const whole = { changed: [], added: [], removed: [], ...body };
    return test().call(changePayoutRows, { params: { id }, body: whole }, member());
  };
  return {
    details,
    change,
    async repair(id: string, body: Repair) {
      const { version } = await details(id);
      const whole = { version, preview: false, overwrite: false, ...body };
      return test().call(repairPayout, { params: { id }, body: whole }, member());
    },
    /** A payout with these rows. */
    async payoutOf(...rows: readonly Cells[]): Promise<string> {
      const { id } = await emptyPayout(test(), member());
      await change(id, { added: rows.map((cells) => ({ cells })) });
      return id;
    },
  };
}
