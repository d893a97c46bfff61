/**
 * The facts for checking rows, read for many rows at once: the client's accounts, the payees named by the rows, accounts at this bank, and earlier
 * payments. The number of statements does not depend on the number of rows.
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
  /** IBANs of all the client's current and former accounts. */
  readonly ownIbans: ReadonlySet<string>;
  /** The key of a row's account among the saved payees; undefined if the row names none. */
  readonly keyOf: (cells: Cells) => string | undefined;
  /** Accounts of a payee by its id; empty if the client has no such payee. */
  readonly byPayee: (id: string) => readonly BookAccount[];
  /** Accounts of active payees under a key. */
  readonly byAccount: (key: string) => readonly BookAccount[];
  /** An account of this bank by number or IBAN. */
  readonly house: (numberOrIban: string) => AccountRecord | undefined;
  readonly openIbans: ReadonlySet<string>;
  /** The answer of an account's bank about a name; undefined if it was not asked yet. */
  readonly namedAs: (account: string, name: string) => KnownName | undefined;
}

/**
 * Facts shared by all rows of a payout. Confidential payees and payments are only visible to confidential payouts: people who see the rows of another
 * one must learn nothing about them.
 */
export type PayoutFacts = Pick<RowFacts, 'bank' | 'today' | 'accounts' | 'ownIbans'> & {
  readonly payoutId: string;
  readonly viewer: Viewer;
  /** Whether to look up answers about names; while a file is being read there are none worth the time. */
  readonly withNames: boolean;
};

/**
 * Reads the client's accounts of every status: `accounts` has the active ones, `ownIbans` all. Without `withNames`, later reads look up no name
 * checks.
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

/** `keyOf` knows only the `Cells` objects that were passed in. Equal amounts of the last 30 days count as paid before. */
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
  // The check looks it up again. A weak map would be scanned in every garbage collection.
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

/** Names with their accounts, an account at this bank under its IBAN in any spelling. */
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
