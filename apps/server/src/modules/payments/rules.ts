/**
 * What makes an order a payment: pure decisions over what was read, no clock, no database.
 *
 * Refusals in the order checked: account to debit (unknown, closed), payee (missing, unknown, deleted, which account),
 * same or own account, currency, amount (precision, zero, limit), text (reserved, SEPA characters), funds with the fee.
 * Fields that are merely wrong are told together. What is not decided here: whether the balance still suffices when
 * several orders race; that verdict is the ledger's. Source: server page section 8; portal sections 5 and 9.
 */
import {
  type CurrencyCode,
  checkSepaText,
  displayAmount,
  exponentOf,
  hasReservedText,
  type PaymentScheme,
  parseDecimal,
  schemeFor,
  staysInside,
  transferFee,
  zoneOf,
} from '@calmly/domain';
import type { FieldRejection } from '../../platform/problem.ts';
import type { ActingApplication } from '../../platform/work.ts';
import { isPayable, largestPayment, outgoingFeeRate, smallPayment } from './policy.ts';

/** What the client asks for; `amount` is decimal text as typed. */
export interface PaymentOrder {
  readonly debtorAccount: string;
  readonly beneficiaryId?: string | undefined;
  readonly creditorAccount?: string | undefined;
  readonly amount: string;
  readonly reference: string;
  readonly chargeBearer: 'SHA' | 'OUR' | 'BEN';
}

/** An account of this bank: the client's own, or another client's. */
export interface HouseAccount {
  readonly id: string;
  readonly clientId: string;
  readonly number: string;
  readonly iban: string | null;
  readonly name: string;
  readonly holder: string;
  readonly currency: CurrencyCode;
  readonly active: boolean;
}

export interface PayeeAccount {
  readonly iban: string | null;
  readonly accountNumber: string | null;
  readonly bic: string | null;
  readonly bankName: string | null;
  readonly bankCountry: string | null;
  readonly currency: string;
}

export interface Payee {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly deleted: boolean;
  readonly trusted: boolean;
  /** Rises with each change of the bank details. */
  readonly version: number;
  readonly accounts: readonly PayeeAccount[];
}

/** What was read for an order; `house` finds any account of this bank by number or IBAN. */
export interface Facts {
  readonly clientId: string;
  readonly debtor: HouseAccount | undefined;
  readonly payee: Payee | undefined;
  readonly house: (numberOrIban: string) => HouseAccount | undefined;
}

export interface Creditor {
  readonly name: string;
  readonly account: string;
  readonly agentBic: string | null;
  readonly agentName: string | null;
  readonly country: string | null;
}

/** A payment that may be made, if the money is there. */
export interface Plan {
  readonly scheme: PaymentScheme;
  readonly currency: CurrencyCode;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly debtor: HouseAccount;
  readonly creditor: Creditor;
  /** The payee's account when the payee banks with us. */
  readonly creditorHouseAccount: HouseAccount | null;
  readonly beneficiaryId: string | null;
  readonly beneficiaryVersion: number;
  readonly needsCode: boolean;
}

export type Rejection =
  | { readonly code: 'invalid_request'; readonly fields: readonly FieldRejection[] }
  | { readonly code: 'not_found' | 'beneficiary_deleted' }
  | {
      readonly code: 'insufficient_funds';
      readonly params: { readonly needed: string; readonly available: string };
    };

export type Decision =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly rejection: Rejection };

/** An account number or IBAN as it is kept: no blanks, capital letters. */
export const plainAccount = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

const refused = (rejection: Rejection) => ({ ok: false, rejection }) as const;
const badField = (
  field: keyof PaymentOrder,
  code: FieldRejection['code'],
  params?: FieldRejection['params'],
) => refused({ code: 'invalid_request', fields: [params ? { field, code, params } : { field, code }] });

/** Decides an order over its facts, all but the funds. */
export function decidePayment(order: PaymentOrder, facts: Facts): Decision {
  const { debtor } = facts;
  if (!debtor?.active || !isPayable(debtor.currency)) return badField('debtorAccount', 'account_unknown');
  const target =
    order.beneficiaryId === undefined ? houseTarget(order, facts) : payeeTarget(order, debtor, facts);
  if ('ok' in target) return target;

  const amount = checkAmount(order.amount, debtor.currency);
  const fields = [
    ...(amount.rejection ? [amount.rejection] : []),
    ...checkReference(order.reference, target.scheme),
  ];
  if (fields.length > 0) return refused({ code: 'invalid_request', fields });

  const amountMinor = amount.minor;
  return {
    ok: true,
    plan: {
      ...target,
      currency: debtor.currency,
      amountMinor,
      feeMinor: feeFor(target, amountMinor, debtor.currency),
      debtor,
      needsCode: !(
        target.scheme === 'OWN' ||
        (target.trusted && amountMinor <= smallPayment(debtor.currency))
      ),
    },
  };
}

/** An application orders from the accounts that it was let in to, and to others: between own accounts nobody would be asked. */
export function checkApplication(
  application: ActingApplication | undefined,
  { debtor, scheme }: Plan,
): Rejection | undefined {
  if (!application) return undefined;
  if (!application.accountIds.includes(debtor.id))
    return badField('debtorAccount', 'account_unknown').rejection;
  return scheme === 'OWN' ? badField('creditorAccount', 'own_account').rejection : undefined;
}

/** Refuses what the balance cannot bear, fee included. */
export function checkFunds(plan: Plan, availableMinor: bigint): Rejection | undefined {
  return plan.amountMinor + plan.feeMinor <= availableMinor ? undefined : shortOfFunds(plan, availableMinor);
}

/** The refusal that names what is needed and what there is. */
export function shortOfFunds({ amountMinor, feeMinor, currency }: Plan, availableMinor: bigint): Rejection {
  const text = (minor: bigint) => displayAmount(minor, currency).text;
  const params = { needed: text(amountMinor + feeMinor), available: text(availableMinor) };
  return { code: 'insufficient_funds', params };
}

type Target = Pick<
  Plan,
  'scheme' | 'creditor' | 'creditorHouseAccount' | 'beneficiaryId' | 'beneficiaryVersion'
> & { readonly trusted: boolean };
type Refused = ReturnType<typeof refused>;

/** Without a beneficiary: between own accounts, or to another client by number or IBAN. */
function houseTarget(order: PaymentOrder, facts: Facts): Target | Refused {
  const { debtor, clientId } = facts;
  if (order.creditorAccount === undefined) return badField('beneficiaryId', 'payee_missing');
  const creditor = facts.house(plainAccount(order.creditorAccount));
  if (!creditor?.active) return badField('creditorAccount', 'account_unknown');
  if (creditor.id === debtor?.id) return badField('creditorAccount', 'same_account');
  const mismatch = currencyMismatch('creditorAccount', debtor?.currency, creditor.currency);
  if (mismatch) return mismatch;
  return insideTheBank(creditor, creditor.clientId === clientId ? 'OWN' : 'INTERNAL');
}

function insideTheBank(account: HouseAccount, scheme: 'OWN' | 'INTERNAL'): Target {
  return {
    scheme,
    creditor: {
      name: account.holder,
      account: account.iban ?? account.number,
      agentBic: null,
      agentName: null,
      country: null,
    },
    creditorHouseAccount: account,
    beneficiaryId: null,
    beneficiaryVersion: 0,
    trusted: false,
  };
}

function payeeTarget(order: PaymentOrder, debtor: HouseAccount, facts: Facts): Target | Refused {
  const { payee } = facts;
  if (!payee) return refused({ code: 'not_found' });
  if (payee.deleted) return refused({ code: 'beneficiary_deleted' });
  const account = chooseAccount(payee, order.creditorAccount, debtor.currency);
  if (!account) return badField('creditorAccount', order.creditorAccount ? 'account_unknown' : 'required');
  const mismatch = currencyMismatch('beneficiaryId', debtor.currency, account.currency);
  if (mismatch) return mismatch;

  const number = account.iban ?? account.accountNumber ?? '';
  const house = facts.house(number);
  if (house?.clientId === facts.clientId) return badField('beneficiaryId', 'own_account');
  const country = account.bankCountry ?? account.iban?.slice(0, 2) ?? payee.country;
  const known = { beneficiaryId: payee.id, beneficiaryVersion: payee.version, trusted: payee.trusted };
  const creditor = {
    name: payee.name,
    account: number,
    agentBic: account.bic,
    agentName: account.bankName,
    country,
  };
  if (house) {
    if (!house.active) return badField('creditorAccount', 'account_unknown');
    const differs = currencyMismatch('beneficiaryId', debtor.currency, house.currency);
    return differs ?? { scheme: 'INTERNAL', creditor, creditorHouseAccount: house, ...known };
  }
  const scheme = schemeFor({
    currency: debtor.currency,
    creditorCountry: country,
    hasIban: account.iban !== null,
  });
  return { scheme, creditor, creditorHouseAccount: null, ...known };
}

/** The account the order names; unnamed, the only one there is, or the only one in the currency. */
function chooseAccount(payee: Payee, named: string | undefined, currency: CurrencyCode) {
  if (named !== undefined) {
    const wanted = plainAccount(named);
    return payee.accounts.find(({ iban, accountNumber }) => iban === wanted || accountNumber === wanted);
  }
  const candidates =
    payee.accounts.length === 1
      ? payee.accounts
      : payee.accounts.filter((account) => account.currency === currency);
  return candidates.length === 1 ? candidates[0] : undefined;
}

function currencyMismatch(field: keyof PaymentOrder, account: string | undefined, payee: string) {
  return account === payee
    ? undefined
    : badField(field, 'currency_mismatch', { account: account ?? '', payee });
}

function checkAmount(text: string, currency: CurrencyCode) {
  const minor = parseDecimal(text, currency);
  const reject = (code: FieldRejection['code'], params?: FieldRejection['params']) => ({
    minor: 0n,
    rejection: params ? { field: 'amount', code, params } : { field: 'amount', code },
  });
  if (minor === undefined) {
    return (text.split('.')[1]?.length ?? 0) > exponentOf(currency)
      ? reject('amount_precision', { currency, digits: exponentOf(currency) })
      : reject('amount_too_large');
  }
  if (minor <= 0n) return reject('amount_zero');
  if (minor > largestPayment(currency)) return reject('amount_too_large');
  return { minor, rejection: undefined };
}

function checkReference(reference: string, scheme: Plan['scheme']): FieldRejection[] {
  if (hasReservedText(reference)) return [{ field: 'reference', code: 'reserved_text' }];
  if (scheme !== 'SEPA' && scheme !== 'SEPA_INSTANT') return [];
  const text = checkSepaText(reference);
  if (text.ok) return [];
  const characters = text.characters.join(' ');
  return [{ field: 'reference', code: 'sepa_characters', params: { characters } }];
}

function feeFor(target: Target, amountMinor: bigint, currency: CurrencyCode): bigint {
  if (staysInside(target.scheme)) return 0n;
  const zone = zoneOf(target.creditor.country ?? '');
  return transferFee(amountMinor, outgoingFeeRate(zone, target.scheme, currency));
}
