/**
 * Whom an order pays and which way: a payee's account, an own account, another client's, or a new IBAN that an application names. Pure.
 *
 * Refusals in the order checked: payee (missing, unknown, deleted), which of their accounts, same, own or missing account of ours, currency, the name of
 * another client, whether the way that was asked for is there, and what the payee lacks for it. Source: server page section 8; portal section 5.
 */
import type { FieldProblemCode } from '@calmly/contract';
import {
  type CurrencyCode,
  checkIban,
  longestTravellingName,
  payeeReadiness,
  type RailScheme,
  type ReadinessIssue,
  schemeFor,
  transliterate,
  untransliterable,
} from '@calmly/domain';
import {
  badField,
  type Correspondent,
  type Facts,
  type HouseAccount,
  type Payee,
  type PayeeAccount,
  plainAccount,
  type Refused,
  refused,
  type Sketch,
  type Target,
} from './order.ts';

/** The target of an order that debits this account, in the currency that the payee gets. */
export function targetOf(
  order: Sketch,
  debtor: HouseAccount,
  currency: CurrencyCode,
  facts: Facts,
): Target | Refused {
  return order.beneficiaryId === undefined
    ? houseTarget(order, debtor, currency, facts)
    : payeeTarget(order, currency, facts);
}

/** Without a beneficiary: between own accounts, or to another client by number or IBAN. */
function houseTarget(
  order: Sketch,
  debtor: HouseAccount,
  currency: CurrencyCode,
  facts: Facts,
): Target | Refused {
  if (order.creditorAccount === undefined) return badField('beneficiaryId', 'payee_missing');
  const account = facts.house(plainAccount(order.creditorAccount));
  if (!account && order.mayBeNewPayee) return newPayeeTarget(order, currency, facts, order.creditorAccount);
  if (!account?.active) return badField('creditorAccount', 'account_unknown');
  if (account.id === debtor.id) return badField('creditorAccount', 'same_account');
  const own = account.clientId === facts.clientId;
  if (own && account.currency !== debtor.currency) return badField('creditorAccount', 'exchange_instead');
  const mismatch = currencyMismatch('creditorAccount', currency, account.currency);
  if (mismatch) return mismatch;
  const number = account.iban ?? account.number;
  return {
    scheme: own ? 'OWN' : 'INTERNAL',
    creditor: {
      // The payer names the payee: a number alone does not reveal the holder's name.
      name: own ? account.holder : (order.creditorName ?? number),
      account: number,
      agentBic: null,
      agentName: null,
      country: null,
    },
    creditorHouseAccount: account,
    payee: undefined,
    correspondent: null,
  };
}

/** Without a beneficiary, to an IBAN at another bank: nothing but the name is known of the payee, so SEPA has to do with that. */
function newPayeeTarget(
  order: Sketch,
  currency: CurrencyCode,
  facts: Facts,
  account: string,
): Target | Refused {
  const checked = checkIban(account);
  if (!checked.ok) {
    const { ok: _, code, ...params } = checked;
    return badField('creditorAccount', code, params);
  }
  const { iban } = checked;
  if (facts.isOurs(iban)) return badField('creditorAccount', 'iban_not_here');
  const { creditorName: name } = order;
  if (name === undefined) return badField('creditorName', 'required');
  const unknown = untransliterable(name);
  if (unknown.length > 0) return badField('creditorName', 'latin_needed', { characters: unknown.join(' ') });
  if (transliterate(name).length > longestTravellingName)
    return badField('creditorName', 'latin_too_long', { most: longestTravellingName });
  const country = iban.slice(0, 2);
  const scheme = schemeFor({ currency, creditorCountry: country, hasIban: true });
  if (scheme !== 'SEPA') return badField('creditorAccount', 'new_payee_not_sepa');
  return {
    scheme: order.instant ? 'SEPA_INSTANT' : 'SEPA',
    creditor: { name, account: iban, agentBic: null, agentName: null, country },
    creditorHouseAccount: null,
    payee: undefined,
    correspondent: null,
  };
}

function payeeTarget(order: Sketch, currency: CurrencyCode, facts: Facts): Target | Refused {
  const { payee } = facts;
  if (!payee) return refused({ code: 'not_found' });
  if (payee.deleted) return refused({ code: 'beneficiary_deleted' });
  if (payee.direction === 'INCOMING') return refused({ code: 'beneficiary_incoming' });
  const account = chooseAccount(payee, order.creditorAccount, currency);
  if (!account) return badField('creditorAccount', order.creditorAccount ? 'account_unknown' : 'required');
  const mismatch = currencyMismatch('beneficiaryId', currency, account.currency);
  if (mismatch) return mismatch;

  // A number means something at its own bank only; our bank is recognised by its IBANs.
  const house = account.iban === null ? undefined : facts.house(account.iban);
  if (house?.clientId === facts.clientId) return badField('beneficiaryId', 'own_account');
  const country = account.bankCountry ?? account.iban?.slice(0, 2) ?? payee.country;
  const creditor = {
    name: payee.name,
    account: account.iban ?? account.accountNumber ?? '',
    agentBic: account.bic,
    agentName: account.bankName,
    country,
  };
  // An IBAN of ours without an account must not leave: the rail would return it days later.
  if (account.iban !== null && facts.isOurs(account.iban) && !house?.active)
    return badField('beneficiaryId', 'iban_not_here');
  if (house) {
    const differs = currencyMismatch('beneficiaryId', currency, house.currency);
    return (
      differs ?? { scheme: 'INTERNAL', creditor, creditorHouseAccount: house, payee, correspondent: null }
    );
  }
  const railScheme = schemeFor({
    currency,
    creditorCountry: country,
    hasIban: account.iban !== null,
  });
  if (order.instant && railScheme !== 'SEPA') return badField('instant', 'instant_not_offered');
  // A history was paid before these rules existed.
  const incomplete = order.at ? undefined : checkComplete(payee, railScheme);
  if (incomplete) return incomplete;
  return {
    scheme: order.instant ? 'SEPA_INSTANT' : railScheme,
    creditor,
    creditorHouseAccount: null,
    payee,
    correspondent: correspondentOf(account),
  };
}

const incompleteCodes = {
  characters: 'payee_characters',
  name_too_long: 'payee_name_too_long',
  street_missing: 'payee_street_missing',
  town_missing: 'payee_town_missing',
} as const satisfies Record<ReadinessIssue, FieldProblemCode>;

/** Refuses a payee whose name or address the rail would reject, and names every fault. */
function checkComplete({ latin }: Payee, scheme: RailScheme): Refused | undefined {
  const issues = payeeReadiness({ ...latin, schemes: [scheme] });
  if (issues.length === 0) return undefined;
  const params = { most: longestTravellingName };
  const fields = issues.map((issue) => ({ field: 'beneficiaryId', code: incompleteCodes[issue], params }));
  return refused({ code: 'invalid_request', fields });
}

/** The only account there is, of those that the order names or else of all, or the only one of them in the currency. */
function chooseAccount(payee: Payee, named: string | undefined, currency: CurrencyCode) {
  const wanted = named === undefined ? undefined : plainAccount(named);
  const meant = payee.accounts.filter(
    ({ iban, accountNumber }) => wanted === undefined || iban === wanted || accountNumber === wanted,
  );
  const candidates = meant.length === 1 ? meant : meant.filter((account) => account.currency === currency);
  return candidates.length === 1 ? candidates[0] : undefined;
}

function correspondentOf(account: PayeeAccount): Correspondent | null {
  const { correspondentBank: bankName, correspondentAccount, correspondentBic: bic } = account;
  if (bankName === null && correspondentAccount === null && bic === null) return null;
  return { bankName, account: correspondentAccount, bic };
}

function currencyMismatch(
  field: 'creditorAccount' | 'beneficiaryId',
  account: string,
  payee: string,
): Refused | undefined {
  return account === payee ? undefined : badField(field, 'currency_mismatch', { account, payee });
}
