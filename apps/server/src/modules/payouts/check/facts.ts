/**
 * What the check of rows needs to know, read for a whole part of the rows at once: the client's accounts, the payees that the rows mean, accounts
 * of this bank, and what was paid before. The number of statements does not depend on the number of rows.
 */
import { businessDay } from '../../../platform/business-time.ts';
import type { Work } from '../../../platform/work.ts';
import {
  type AccountRecord,
  type Bank,
  findAccountsByNumberOrIban,
  isIbanOf,
  listAccountsOf,
} from '../../accounts/index.ts';
import { type BookAccount, findBookAccounts } from '../../beneficiaries/index.ts';
import { findPaid, type Paid, type Viewer } from '../../transactions/index.ts';
import type { Cells } from '../row.ts';
import type { StoredPayout } from '../store.ts';
import { accountKeyOf, compact } from './account.ts';

export interface RowFacts {
  readonly bank: Bank;
  /** The bank's day. */
  readonly today: string;
  /** The client's open accounts, the oldest first. */
  readonly accounts: readonly AccountRecord[];
  /** IBANs of all accounts that the client has or had. */
  readonly ownIbans: ReadonlySet<string>;
  /** Accounts of a payee by its id; empty: the client has no such payee. */
  readonly byPayee: (id: string) => readonly BookAccount[];
  /** Accounts of active payees under a key. */
  readonly byAccount: (key: string) => readonly BookAccount[];
  /** An account of this bank by number or IBAN. */
  readonly house: (numberOrIban: string) => AccountRecord | undefined;
  readonly openIbans: ReadonlySet<string>;
  readonly paid: (payeeId: string) => readonly Paid[];
}

/**
 * What is the same for all rows of a payout. Confidential payees and payments exist for confidential payouts only: whoever sees the rows of
 * another one must learn nothing of them.
 */
export type PayoutFacts = Pick<RowFacts, 'bank' | 'today' | 'accounts' | 'ownIbans'> & {
  readonly viewer: Viewer;
};

export async function readPayoutFacts(
  work: Pick<Work, 'sql' | 'now'>,
  bank: Bank,
  { clientId, confidential: seesConfidential }: Pick<StoredPayout, 'clientId' | 'confidential'>,
): Promise<PayoutFacts> {
  const [today, all] = await Promise.all([businessDay(work), listAccountsOf(work.sql, clientId)]);
  return {
    bank,
    viewer: { clientId, seesConfidential },
    today,
    accounts: all.filter(({ status }) => status === 'ACTIVE'),
    ownIbans: new Set(all.flatMap(({ iban }) => iban ?? [])),
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A payment of the same amount within this time is worth a word. */
const recentMs = 30 * 86_400_000;

export async function readRowFacts(
  { sql, now }: Pick<Work, 'sql' | 'now'>,
  payout: PayoutFacts,
  rows: readonly Cells[],
): Promise<RowFacts> {
  const { viewer, bank } = payout;
  const among = viewer.seesConfidential ? 'all' : 'open';
  const payeeIds = new Set<string>();
  const accountKeys = new Set<string>();
  const house = new Set<string>();
  for (const cells of rows) {
    if (cells.payeeId !== undefined && uuid.test(cells.payeeId)) payeeIds.add(cells.payeeId.toLowerCase());
    const key = accountKeyOf(cells);
    if (key === undefined) continue;
    accountKeys.add(key);
    if (isIbanOf(bank, key)) house.add(key);
    else if (key.startsWith(':')) house.add(compact(cells.account));
  }
  const named = [...house];
  const [book, found] = await Promise.all([
    payeeIds.size + accountKeys.size === 0
      ? []
      : findBookAccounts(sql, {
          clientId: viewer.clientId,
          among,
          payeeIds: [...payeeIds],
          accountKeys: [...accountKeys],
        }),
    named.length === 0 ? [] : findAccountsByNumberOrIban(sql, named),
  ]);
  const ibansOfPayees = book.flatMap(({ iban }) =>
    iban !== null && isIbanOf(bank, iban) && !house.has(iban) ? iban : [],
  );
  const known = [...new Set(book.map(({ payeeId }) => payeeId))];
  const [ofPayees, paid] = await Promise.all([
    ibansOfPayees.length === 0 ? [] : findAccountsByNumberOrIban(sql, ibansOfPayees),
    findPaid(sql, { viewer, payeeIds: known, since: new Date(now.getTime() - recentMs) }),
  ]);
  const houses = new Map(
    [...named, ...ibansOfPayees].flatMap((name, at) => {
      const account = [...found, ...ofPayees][at];
      return account ? [[name, account]] : [];
    }),
  );
  const byPayee = Map.groupBy(book, ({ payeeId }) => payeeId);
  const byAccount = Map.groupBy(
    book.filter(({ status, direction }) => status === 'ACTIVE' && direction === 'OUTGOING'),
    ({ accountKey }) => accountKey,
  );
  const paidBy = Map.groupBy(paid, ({ beneficiaryId }) => beneficiaryId);
  return {
    ...payout,
    byPayee: (id) => byPayee.get(id.toLowerCase()) ?? [],
    byAccount: (key) => byAccount.get(key) ?? [],
    house: (name) => houses.get(name),
    openIbans: new Set(
      [...houses.values()].flatMap(({ status, iban }) => (status === 'ACTIVE' ? (iban ?? []) : [])),
    ),
    paid: (id) => paidBy.get(id) ?? [],
  };
}
