/**
 * What the check of rows needs to know, read for a whole part of the rows at once: the client's accounts, the payees that the rows mean, accounts
 * of this bank, and what was paid before. The number of statements does not depend on the number of rows.
 */
import { nameKey } from '@calmly/domain';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import {
  type AccountRecord,
  type Bank,
  findAccountsByNumberOrIban,
  isIbanOf,
  listAccountsOf,
} from '../../../accounts/server/accounts/index.ts';
import type { Viewer } from '../../../accounts/server/transactions/index.ts';
import {
  type BookAccount,
  findBookAccounts,
  findNameChecks,
  type KnownName,
} from '../../../payees/server/index.ts';
import type { Cells } from '../row.ts';
import type { StoredPayout } from '../store.ts';
import { accountKeyOf, compact } from './account.ts';
import { type History, historyOf } from './history.ts';

export interface RowFacts extends History {
  readonly bank: Bank;
  /** The bank's day. */
  readonly today: string;
  /** The client's open accounts, the oldest first. */
  readonly accounts: readonly AccountRecord[];
  /** IBANs of all accounts that the client has or had. */
  readonly ownIbans: ReadonlySet<string>;
  /** What the client's book keeps a row's account under; undefined where the row names none. */
  readonly keyOf: (cells: Cells) => string | undefined;
  /** Accounts of a payee by its id; empty: the client has no such payee. */
  readonly byPayee: (id: string) => readonly BookAccount[];
  /** Accounts of active payees under a key. */
  readonly byAccount: (key: string) => readonly BookAccount[];
  /** An account of this bank by number or IBAN. */
  readonly house: (numberOrIban: string) => AccountRecord | undefined;
  readonly openIbans: ReadonlySet<string>;
  /** What the bank of an account says of a name; undefined: it was not asked yet. */
  readonly namedAs: (account: string, name: string) => KnownName | undefined;
}

/**
 * What is the same for all rows of a payout. Confidential payees and payments exist for confidential payouts only: people
 * who see the rows of another one must learn nothing of them.
 */
export type PayoutFacts = Pick<RowFacts, 'bank' | 'today' | 'accounts' | 'ownIbans'> & {
  readonly payoutId: string;
  readonly viewer: Viewer;
  /** Answers about names are looked up; a file that is being read has none yet worth the time. */
  readonly withNames: boolean;
};

/**
 * Reads the client's accounts of every status: `accounts` has the active ones, `ownIbans` all. Without
 * `withNames`, later reads look up no name checks.
 */
export async function readPayoutFacts(
  work: Pick<Work, 'sql' | 'now'>,
  bank: Bank,
  {
    id: payoutId,
    clientId,
    confidential: seesConfidential,
  }: Pick<StoredPayout, 'id' | 'clientId' | 'confidential'>,
  { withNames = true } = {},
): Promise<PayoutFacts> {
  const [today, all] = await Promise.all([businessDay(work), listAccountsOf(work.sql, clientId)]);
  return {
    bank,
    payoutId,
    viewer: { clientId, seesConfidential },
    withNames,
    today,
    accounts: all.filter(({ status }) => status === 'ACTIVE'),
    ownIbans: new Set(all.flatMap(({ iban }) => iban ?? [])),
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `keyOf` knows only the `Cells` objects that were passed in. Equal amounts of the last 30 days count as
 * paid before.
 */
export async function readRowFacts(
  work: Pick<Work, 'sql' | 'now'>,
  payout: PayoutFacts,
  rows: readonly Cells[],
): Promise<RowFacts> {
  const { sql } = work;
  const { viewer, bank } = payout;
  const among = viewer.seesConfidential ? 'all' : 'open';
  const payeeIds = new Set<string>();
  const accountKeys = new Set<string>();
  const house = new Set<string>();
  // It is asked for again by the check. A weak map would be looked through in every collection of garbage.
  const keys = new Map(rows.map((cells) => [cells, accountKeyOf(cells)]));
  for (const [cells, key] of keys) {
    if (cells.payeeId !== undefined && uuid.test(cells.payeeId)) payeeIds.add(cells.payeeId.toLowerCase());
    if (key === undefined) continue;
    accountKeys.add(key);
    if (isIbanOf(bank, key)) house.add(key);
    else if (key.startsWith(':')) house.add(compact(cells.account));
  }
  const inside = [...house];
  const [book, found] = await Promise.all([
    payeeIds.size + accountKeys.size === 0
      ? []
      : findBookAccounts(sql, {
          clientId: viewer.clientId,
          among,
          payeeIds: [...payeeIds],
          accountKeys: [...accountKeys],
        }),
    inside.length === 0 ? [] : findAccountsByNumberOrIban(sql, inside),
  ]);
  const ibansOfPayees = book.flatMap(({ iban }) =>
    iban !== null && isIbanOf(bank, iban) && !house.has(iban) ? iban : [],
  );
  const known = [...new Set(book.map(({ payeeId }) => payeeId))];
  const [ofPayees, history, named] = await Promise.all([
    ibansOfPayees.length === 0 ? [] : findAccountsByNumberOrIban(sql, ibansOfPayees),
    historyOf(work, viewer, known),
    payout.withNames ? findNameChecks(sql, viewer.clientId, namesIn(keys, found)) : [],
  ]);
  const answers = new Map(named.map((answer) => [`${answer.accountKey} ${answer.nameKey}`, answer]));
  const accounts = [...found, ...ofPayees];
  const houses = new Map(
    [...inside, ...ibansOfPayees].flatMap((name, at) => {
      const account = accounts[at];
      return account ? [[name, account]] : [];
    }),
  );
  const byPayee = Map.groupBy(book, ({ payeeId }) => payeeId);
  const byAccount = Map.groupBy(
    book.filter(({ status, direction }) => status === 'ACTIVE' && direction === 'OUTGOING'),
    ({ accountKey }) => accountKey,
  );
  return {
    ...payout,
    ...history,
    keyOf: (cells) => keys.get(cells),
    byPayee: (id) => byPayee.get(id.toLowerCase()) ?? [],
    byAccount: (key) => byAccount.get(key) ?? [],
    house: (name) => houses.get(name),
    openIbans: new Set(
      [...houses.values()].flatMap(({ status, iban }) => (status === 'ACTIVE' ? (iban ?? []) : [])),
    ),
    namedAs: (account, name) => (answers.size === 0 ? undefined : answers.get(`${account} ${nameKey(name)}`)),
  };
}

/** Names beside accounts: an account of this bank under its IBAN, however it is written. */
function namesIn(
  keys: ReadonlyMap<Cells, string | undefined>,
  inside: readonly (AccountRecord | undefined)[],
) {
  const ibanOf = new Map(
    inside.flatMap((account) => (account?.iban ? [[account.number, account.iban]] : [])),
  );
  return [...keys].flatMap(([cells, key]) => {
    if (key === undefined || cells.name === undefined) return [];
    const number = compact(cells.account);
    const accountKey = key.includes(':') ? (ibanOf.get(number) ?? number) : key;
    return { accountKey, nameKey: nameKey(cells.name) };
  });
}
