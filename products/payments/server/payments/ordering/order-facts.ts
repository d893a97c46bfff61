/**
 * What the rules need to know of a list of orders, read in the same number of statements for any length: payees by id and owner,
 * accounts of this bank by number or IBAN, balances of the accounts to debit, how far the bank's calendar is ahead; and where orders
 * name them, documents, quotes and the payments that they replace, all locked.
 */
import type { Document } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import { businessLeadMs } from '@calmly/platform/time/business-time.ts';
import type { Sql } from '@calmly/platform/work.ts';
import {
  type AccountRecord,
  type Bank,
  findAccountsByNumberOrIban,
  idsByNumberOrIban,
  isIbanOf,
} from '../../../../accounts/server/accounts/index.ts';
import { lockUnusedDocuments } from '../../../../accounts/server/documents/index.ts';
import { balancesIn } from '../../../../ledger/server/index.ts';
import { type BeneficiaryRecord, findBeneficiaries } from '../../../../payees/server/index.ts';
import { bankLosesNothing, type Conversions, confirmingSeconds } from './conversion.ts';
import {
  type Facts,
  type HeldQuote,
  type HouseAccount,
  type Payee,
  plainAccount,
  type Sketch,
} from './order.ts';
import { lockOriginals } from './store.ts';

type Order = Sketch & {
  readonly clientId: string;
  readonly inBulk?: { readonly isConfidential: boolean } | undefined;
};

export interface PaymentFacts {
  of(order: Order): Facts;
  /** What an account can spend; nothing for one that is not known. */
  available(accountId: string): bigint;
  /** The day's date as the bank's calendar has it. */
  businessTime(now: Date): Date;
  /** The documents that an order names; only those that are free. */
  documents(order: Order): readonly Document[];
}

/** What facts are read with; without `conversions` no quote is known. */
export interface FactSources {
  readonly bank: Bank;
  readonly conversions?: Pick<Conversions, 'lockQuotes' | 'price'> | undefined;
}

/**
 * In the open transaction, whose locks on documents, quotes and originals last until its end. Accounts and
 * balances are not locked: the ledger decides when it books.
 */
export async function readFacts(
  db: Sql,
  { bank, conversions }: FactSources,
  orders: readonly Order[],
): Promise<PaymentFacts> {
  const [leadMs, quotes, documents, originals, payees, named, balanceOf] = await Promise.all([
    businessLeadMs(db),
    readQuotes(db, conversions, orders),
    readDocuments(db, orders),
    readOriginals(db, orders),
    readPayees(db, orders),
    readAccounts(
      db,
      orders.flatMap(({ debtorAccount, creditorAccount }) => [debtorAccount, creditorAccount ?? []].flat()),
    ),
    balancesIn(db, idsByNumberOrIban([...new Set(orders.map(({ debtorAccount }) => debtorAccount))])),
  ]);
  const debtorOf = (order: Order) => {
    const account = named.get(plainAccount(order.debtorAccount));
    return account?.clientId === order.clientId ? account : undefined;
  };
  const ofPayees = await readAccounts(
    db,
    [...payees.values()].flatMap(({ accounts }) =>
      accounts.flatMap(({ iban }) => (iban && isIbanOf(bank, iban) ? iban : [])),
    ),
  );
  const documentsOf = (order: Order) =>
    (order.attachments ?? []).flatMap((id) => documents.get(`${order.clientId} ${id}`) ?? []);
  return {
    of: (order) => ({
      clientId: order.clientId,
      debtor: debtorOf(order),
      payee: payeeFor(order, payees.get(keyOf(order))),
      house: (numberOrIban) => {
        const plain = plainAccount(numberOrIban);
        return named.get(plain) ?? ofPayees.get(plain);
      },
      isOurs: (iban) => isIbanOf(bank, iban),
      documentsFree: new Set(documentsOf(order)).size === (order.attachments?.length ?? 0),
      quote: quotes.get(`${order.clientId} ${order.quoteId}`),
      original: originals.get(`${order.clientId} ${order.repairOf}`),
    }),
    available: (accountId) => balanceOf.get(accountId)?.availableMinor ?? 0n,
    businessTime: (now) => new Date(now.getTime() + leadMs),
    documents: documentsOf,
  };
}

/** Outside of a confidential payout there are no confidential payees: everyone sees what is paid. */
const payeeFor = ({ inBulk }: Order, payee: Payee | undefined) =>
  payee?.confidential && !inBulk?.isConfidential ? undefined : payee;

const keyOf = ({ clientId, beneficiaryId }: Order) => `${clientId} ${beneficiaryId}`;

async function readPayees(db: Sql, orders: readonly Order[]): Promise<Map<string, Payee>> {
  const keys = new Map(
    orders.flatMap((order) => {
      const { clientId, beneficiaryId: id } = order;
      return id ? [[keyOf(order), { clientId, id }]] : [];
    }),
  );
  if (keys.size === 0) return new Map();
  const found = await findBeneficiaries(db, [...keys.values()], 'all');
  return new Map(
    found.flatMap((record) => (record ? [[`${record.clientId} ${record.id}`, toPayee(record)]] : [])),
  );
}

function toPayee({ status, bankDetails, ...record }: BeneficiaryRecord): Payee {
  return { ...record, deleted: status === 'DELETED', accounts: bankDetails };
}

/** Free documents of the clients by owner and id, locked; each order may name its own only. */
async function readDocuments(db: Sql, orders: readonly Order[]): Promise<Map<string, Document>> {
  const ids = orders.flatMap(({ attachments }) => attachments ?? []);
  if (ids.length === 0) return new Map();
  const free = await lockUnusedDocuments(db, ids);
  return new Map(free.map(({ clientId, ...document }) => [`${clientId} ${document.id}`, document]));
}

async function readQuotes(
  db: Sql,
  conversions: FactSources['conversions'],
  orders: readonly Order[],
): Promise<Map<string, HeldQuote>> {
  const keys = orders.flatMap(({ clientId, quoteId: id }) => (id ? [{ clientId, id }] : []));
  if (keys.length === 0 || !conversions) return new Map();
  const quotes = await Promise.all(
    (await conversions.lockQuotes(db, keys)).map((quote) => withVerdict(conversions, quote)),
  );
  return new Map(quotes.map((quote) => [`${quote.clientId} ${quote.id}`, quote]));
}

/** Asks the market about a quote that expired while its order was being confirmed. Without a price it stays expired. */
async function withVerdict(conversions: Pick<Conversions, 'price'>, quote: HeldQuote): Promise<HeldQuote> {
  const { secondsLeft, sellCurrency: sell, sellMinor, buyCurrency: buy, buyMinor } = quote;
  if (secondsLeft > 0 || secondsLeft <= -confirmingSeconds) return quote;
  try {
    const sale = { sell, sellMinor, buy };
    return { ...quote, bankLosesNothing: await bankLosesNothing(conversions, new Date(), sale, buyMinor) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'price_unavailable') return quote;
    throw error;
  }
}

async function readOriginals(db: Sql, orders: readonly Order[]) {
  const ids = orders.flatMap(({ repairOf }) => repairOf ?? []);
  if (ids.length === 0) return new Map<string, never>();
  const originals = await lockOriginals(db, ids);
  return new Map(
    [...originals.values()].map((original) => [`${original.clientId} ${original.id}`, original]),
  );
}

async function readAccounts(db: Sql, wanted: readonly string[]): Promise<Map<string, HouseAccount>> {
  const numbers = [...new Set(wanted)];
  if (numbers.length === 0) return new Map();
  const found = await findAccountsByNumberOrIban(db, numbers);
  return new Map(
    found.flatMap((account, index) =>
      account ? [[plainAccount(numbers[index] ?? ''), toHouse(account)]] : [],
    ),
  );
}

function toHouse(account: AccountRecord): HouseAccount {
  const { id, clientId, number, iban, name, holder, currency } = account;
  return { id, clientId, number, iban, name, holder, currency, active: account.status === 'ACTIVE' };
}
