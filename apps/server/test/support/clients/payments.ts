/** A signed-in client with money and payees, for tests of payments: everything through the modules' public functions. */
import {
  type BeneficiaryInput,
  createPayment,
  getPayment,
  type PaymentDetails,
  type PaymentInput,
} from '@calmly/contract';
import { type CurrencyCode, feeOf } from '@calmly/domain';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import type { Work } from '@calmly/platform/work.ts';
import {
  type AccountRecord,
  defaultBank,
  openAccounts,
} from '@calmly/products/accounts/server/accounts/index.ts';
import { createPersonClient } from '@calmly/products/identity/server/index.ts';
import { balances } from '@calmly/products/ledger/server/index.ts';
import { addBeneficiaries, type BeneficiaryRecord } from '@calmly/products/payees/server/index.ts';
import { bookIncomingCredits } from '@calmly/products/payments/server/clearing/index.ts';
import { outgoingFeeRule } from '@calmly/products/payments/server/payments/ordering/policy.ts';
import type { CallOptions, CallResult, TestApp } from '../app.ts';
import { until } from '../until.ts';
import { systemWork as workOf } from '../work.ts';
import { cheapHash, password } from './clients.ts';
import { openBrowser } from './sessions.ts';

export const hansaIban = 'DE33200505501289447016';

/** The fee for a SEPA payment in euro, from the bank's own policy. */
export const sepaFee = (amountMinor: bigint): bigint =>
  feeOf(amountMinor, outgoingFeeRule('eu', 'SEPA', 'EUR', 'SHA'));

/** The total debit of a SEPA payment, in euro cents. */
export const withSepaFee = (amountMinor: bigint): bigint => amountMinor + sepaFee(amountMinor);

export interface Payer {
  readonly clientId: string;
  readonly token: string;
  readonly account: AccountRecord;
  /** One POST /transactions; default: with its own key. */
  pay(input: Partial<PaymentInput>, options?: CallOptions): Promise<CallResult<typeof createPayment>>;
  /** Pays with the requested code, under one key. */
  payWithCode(input: Partial<PaymentInput>): Promise<CallResult<typeof createPayment>>;
  balance(): Promise<{ posted: bigint; reserved: bigint; available: bigint }>;
}

export interface PayerOptions {
  readonly fundedMinor?: bigint;
  readonly currency?: CurrencyCode;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** Work of the system in an open transaction, like that of jobs. */
export const systemWork = (database: Database, run: (work: Work) => Promise<void>): Promise<void> =>
  database.inTransaction((sql) => run(workOf(sql)));

/** Creates a client with a session, and opens and funds an account. */
export async function createPayer(test: TestApp, options: PayerOptions = {}): Promise<Payer> {
  const { fundedMinor = 100_000n, currency = 'EUR', firstName = 'Anna', lastName = 'Tamm' } = options;
  const login = { email: `${newId()}@test.example`, password };
  const opened: { account?: AccountRecord; clientId?: string; personId?: string } = {};
  await systemWork(test.database, async (work) => {
    const { clientId, personId } = await createPersonClient(work, {
      ...login,
      passwordHash: await cheapHash(),
      firstName,
      lastName,
    });
    const [account] = await openAccounts(work, defaultBank, [
      { clientId, currency, name: 'Main', withIban: currency === 'EUR' },
    ]);
    Object.assign(opened, { clientId, personId, account });
    if (account && fundedMinor > 0n) await fund(work, account, fundedMinor);
  });
  const { account, clientId, personId } = opened;
  if (!account || !clientId || !personId) throw new Error('the account was not opened');
  const { token } = await openBrowser(test, { personId, clientId });

  const pay: Payer['pay'] = (input, callOptions = {}) =>
    test.call(
      createPayment,
      {
        body: {
          debtorAccount: account.number,
          amount: '10.00',
          reference: 'Invoice 7',
          chargeBearer: 'SHA',
          ...(input.beneficiaryId === undefined && { creditorName: 'Anna Tamm' }),
          ...input,
        },
      },
      { token, idempotencyKey: newId(), ...callOptions },
    );
  return {
    clientId,
    token,
    account,
    pay,
    async payWithCode(input) {
      const idempotencyKey = newId();
      const asked = await pay(input, { idempotencyKey });
      return asked.status === 203 ? pay(input, { idempotencyKey, code: codeIn(asked.body) }) : asked;
    },
    async balance() {
      const found = (await balances(test.database.sql, [account.id])).get(account.id);
      if (!found) throw new Error('the account is not in the ledger');
      return {
        posted: found.postedMinor,
        reserved: found.reservedMinor,
        available: found.availableMinor,
      };
    },
  };
}

/** A second account of a client, empty. */
export async function openAnotherAccount(test: TestApp, clientId: string): Promise<AccountRecord> {
  const opened: AccountRecord[] = [];
  await systemWork(test.database, async (work) => {
    const opening = { clientId, currency: 'EUR', name: 'Savings', withIban: false } as const;
    opened.push(...(await openAccounts(work, defaultBank, [opening])));
  });
  if (!opened[0]) throw new Error('the account was not opened');
  return opened[0];
}

/** Books money on an account, as the rail reports it. */
export async function fund(work: Work, account: AccountRecord, amountMinor: bigint): Promise<void> {
  const [verdict] = await bookIncomingCredits(work, [
    {
      railReference: newId(),
      scheme: 'SEPA',
      creditorAccount: account.number,
      currency: account.currency,
      amountMinor,
      debtorName: 'Employer AS',
      debtorAccount: 'EE382200221020145685',
      debtorCountry: 'EE',
      reference: 'Salary',
      endToEndId: 'SALARY-1',
      at: new Date(Date.now() - 60_000),
    },
  ]);
  if (verdict !== 'booked') throw new Error(`funding was refused: ${verdict}`);
}

/** The address of a payment by SWIFT. */
const swiftAddress = { street: 'Veddeler Damm', town: 'Hamburg' };

/** Adds a payee; default: untrusted, in euro at a German bank. */
export async function addPayee(
  test: TestApp,
  clientId: string,
  more: {
    iban?: string;
    name?: string;
    trusted?: boolean;
    currency?: CurrencyCode;
    bankDetails?: BeneficiaryInput['bankDetails'];
  } = {},
): Promise<BeneficiaryRecord> {
  const { iban = hansaIban, name = 'Hansa GmbH', trusted = false, currency = 'EUR' } = more;
  const { bankDetails = [{ iban, currency }] } = more;
  const addition = {
    id: newId(),
    at: new Date(),
    trusted,
    incomplete: true as const,
    input: {
      legalStatus: 'COMPANY' as const,
      name,
      country: iban.slice(0, 2),
      ...(bankDetails.some((detail) => detail.currency !== 'EUR' || !detail.iban) && swiftAddress),
      bankDetails,
    },
  };
  const added = await test.database.inTransaction((sql) =>
    addBeneficiaries(sql, clientId, defaultBank, [addition]),
  );
  if (!added[0]) throw new Error('the payee was not added');
  return added[0];
}

/** The code that the sandbox shows in a 203. */
export function codeIn(body: unknown): string {
  return (body as { detail: { code: string } }).detail.code;
}

/** A payment with its steps and details, which an order's answer lacks. */
export const readPayment = async (
  test: TestApp,
  { token }: Pick<Payer, 'token'>,
  id: string,
): Promise<PaymentDetails> => (await test.call(getPayment, { params: { id } }, { token })).output;

/** Reads a payment until `isSo` holds, while jobs run. */
export function awaitPayment(
  test: TestApp,
  payer: Pick<Payer, 'token'>,
  id: string,
  isSo: (payment: PaymentDetails) => boolean,
): Promise<PaymentDetails> {
  return until(() => readPayment(test, payer, id), isSo);
}
