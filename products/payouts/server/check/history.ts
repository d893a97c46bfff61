/**
 * Warnings from earlier payments and from changes of the payee's account. `historyOf` reads the facts for many payees at once, `historyRemarks`
 * judges one row. Both run again when the payout is confirmed, because something may have been paid meanwhile.
 */
import { type CurrencyCode, displayAmount } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import { findPaid, type Paid, type Viewer } from '../../../accounts/server/transactions/index.ts';
import { findAccountChanges, findPayeesNow, type PayeeNow } from '../../../payees/server/index.ts';
import type { Remark } from '../row.ts';
import { createRemarks } from './remarks.ts';

const dayMs = 86_400_000;
/** A payment of the same amount within this time causes a warning. */
const recentMs = 30 * dayMs;
/** A changed account causes a warning for this long, as for single payments. */
const changedMs = 7 * dayMs;
const unusualFactor = 3n;

export interface History {
  readonly paid: (payeeId: string) => readonly Paid[];
  /** The day on which the payee's account was changed; undefined: not recently. */
  readonly changedOn: (payeeId: string) => string | undefined;
  /** Undefined: not read, because the row was just matched with the saved payees. */
  readonly payeeNow: (payeeId: string) => PayeeNow | undefined;
}

/** The codes of `historyRemarks` and `findElsewhere`. */
export const historyCodes: ReadonlySet<string> = new Set([
  'paid_before',
  'first_payment',
  'unusual_amount',
  'payee_changed',
  'payee_account_replaced',
  'payee_deleted_since',
  'payee_details_changed',
  'in_other_payout',
]);

/**
 * The history of the client's payees, as far as the viewer may see it. With `checked`, also their changes since the rows were checked and, if
 * `confirmedAt` is set, since the payout was confirmed. Four statements at most.
 */
export async function historyOf(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  viewer: Viewer,
  payeeIds: readonly string[],
  checked?: { readonly confirmedAt: Date | null },
): Promise<History> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const [paid, changed, present] = await Promise.all([
    findPaid(sql, { viewer, payeeIds, since: before(recentMs) }),
    findAccountChanges(sql, { clientId: viewer.clientId, ids: payeeIds, since: before(changedMs) }),
    checked && findPayeesNow(sql, { clientId: viewer.clientId, ids: payeeIds, since: checked.confirmedAt }),
  ]);
  const paidBy = Map.groupBy(paid, ({ beneficiaryId }) => beneficiaryId);
  return {
    paid: (id) => paidBy.get(id) ?? [],
    changedOn: (id) => changed.get(id),
    payeeNow: (id) => present?.get(id),
  };
}

export interface PaidRow {
  readonly payeeId: string | null;
  /** IBAN or number, without blanks. */
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
}

/** Warnings about one row; pure. */
export function historyRemarks(
  { payeeId, account, currency, amountMinor }: PaidRow,
  history: History,
): readonly Remark[] {
  const warnings = createRemarks();
  const paid = payeeId === null ? [] : history.paid(payeeId);
  const toAccount = paid.filter((each) => each.account === account);
  const same = toAccount.find((each) => each.currency === currency);
  const before = same?.recent.find((each) => each.amountMinor === amountMinor);
  if (before) warnings.add('amount', 'paid_before', { params: { day: before.day } });
  if (!toAccount.some(({ largestMinor }) => largestMinor !== null)) warnings.add('account', 'first_payment');
  const largest = paid
    .filter((each) => each.currency === currency)
    .reduce(
      (most, { largestMinor }) => (largestMinor !== null && largestMinor > most ? largestMinor : most),
      0n,
    );
  if (largest > 0n && amountMinor > largest * unusualFactor)
    warnings.add('amount', 'unusual_amount', { params: { largest: displayAmount(largest, currency).text } });
  if (payeeId === null) return warnings.list;
  const payee = history.payeeNow(payeeId);
  const day = history.changedOn(payeeId);
  if (payee?.isDeleted) warnings.add('account', 'payee_deleted_since');
  else if (payee && !payee.accounts.includes(account)) warnings.add('account', 'payee_account_replaced');
  else {
    if (payee?.isChanged) warnings.add('account', 'payee_details_changed');
    if (day !== undefined) warnings.add('account', 'payee_changed', { params: { day } });
  }
  return warnings.list;
}
