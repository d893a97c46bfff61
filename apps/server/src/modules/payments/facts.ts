/**
 * What the rules need to know of a list of orders, read in three statements whatever its length: payees by id and owner,
 * accounts of this bank by number or IBAN, balances of the accounts to debit.
 */
import type { Sql } from '../../platform/work.ts';
import { type AccountRecord, findAccountsByNumberOrIban } from '../accounts/index.ts';
import { type BeneficiaryRecord, findBeneficiaries } from '../beneficiaries/index.ts';
import { balances } from '../ledger/index.ts';
import { type Facts, type HouseAccount, type Payee, type PaymentOrder, plainAccount } from './rules.ts';

type Order = PaymentOrder & { readonly clientId: string };

export interface PaymentFacts {
  of(order: Order): Facts;
  /** What an account can spend; nothing for one that is not known. */
  available(accountId: string): bigint;
}

export async function readFacts(db: Sql, orders: readonly Order[]): Promise<PaymentFacts> {
  const [payees, named] = await Promise.all([
    readPayees(db, orders),
    readAccounts(
      db,
      orders.flatMap(({ debtorAccount, creditorAccount }) => [debtorAccount, creditorAccount ?? []].flat()),
    ),
  ]);
  const debtorOf = (order: Order) => {
    const account = named.get(plainAccount(order.debtorAccount));
    return account?.clientId === order.clientId ? account : undefined;
  };
  const debtorIds = new Set(orders.flatMap((order) => debtorOf(order)?.id ?? []));
  const [balanceOf, ofPayees] = await Promise.all([
    balances(db, [...debtorIds]),
    readAccounts(
      db,
      [...payees.values()].flatMap(({ accounts }) => accounts.flatMap(numberOf)),
    ),
  ]);
  return {
    of: (order) => ({
      clientId: order.clientId,
      debtor: debtorOf(order),
      payee: payees.get(keyOf(order)),
      house: (numberOrIban) => {
        const plain = plainAccount(numberOrIban);
        return named.get(plain) ?? ofPayees.get(plain);
      },
    }),
    available: (accountId) => balanceOf.get(accountId)?.availableMinor ?? 0n,
  };
}

const keyOf = ({ clientId, beneficiaryId }: Order) => `${clientId} ${beneficiaryId}`;
const numberOf = ({ iban, accountNumber }: Payee['accounts'][number]) => iban ?? accountNumber ?? [];

async function readPayees(db: Sql, orders: readonly Order[]): Promise<Map<string, Payee>> {
  const keys = new Map(
    orders.flatMap((order) => {
      const { clientId, beneficiaryId: id } = order;
      return id ? [[keyOf(order), { clientId, id }]] : [];
    }),
  );
  if (keys.size === 0) return new Map();
  const found = await findBeneficiaries(db, [...keys.values()]);
  return new Map(
    found.flatMap((record) => (record ? [[`${record.clientId} ${record.id}`, toPayee(record)]] : [])),
  );
}

function toPayee(record: BeneficiaryRecord): Payee {
  const { id, name, country, trusted, version } = record;
  return {
    id,
    name,
    country,
    trusted,
    version,
    deleted: record.status === 'DELETED',
    accounts: record.bankDetails,
  };
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
