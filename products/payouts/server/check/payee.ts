/**
 * The payee of a row and the payment method: a saved payee by its id, else by its account, else a new one. Pure.
 * A saved payee is paid with its saved data: name and address of the row do not matter. A new one needs all data that a payee needs.
 */
import { type FieldProblemCode, type PayoutField, zId } from '@calmly/contract';
import {
  type CurrencyCode,
  longestTravellingName,
  nameKey,
  payeeReadiness,
  readCountry,
  schemeFor,
  transliterate,
} from '@calmly/domain';
import { isIbanOf } from '../../../accounts/server/accounts/index.ts';
import { accountKey, type BookAccount, checkBankDetail } from '../../../payees/server/index.ts';
import type { Cells, RowCheck } from '../row.ts';
import { compact, hasLostDigits, isMeantAsIban } from './account.ts';
import type { RowFacts } from './facts.ts';
import { checkNewParty } from './party.ts';
import type { Remarks } from './remarks.ts';

export interface RowTarget {
  readonly scheme: NonNullable<RowCheck['scheme']>;
  readonly account: string;
  /** The country of the payee's bank. */
  readonly country: string | null;
  /** Null: not a saved payee. */
  readonly payeeId: string | null;
  /** The saved name. */
  readonly savedName: string | undefined;
  /** The key of an account that is to become a payee; null: none is saved. */
  readonly newKey: string | null;
  /** The account to compare the name with; null: no one can be asked. */
  readonly namedAccount: string | null;
}

/**
 * The saved accounts of the payee whose id the row names; undefined: it names none. An id from another bank's file (Wise numbers its recipients) is
 * ignored if the row has name and account.
 */
export function bookById(cells: Cells, facts: RowFacts, faults: Remarks): readonly BookAccount[] | undefined {
  const id = cells.payeeId?.trim();
  if (!id) return undefined;
  if (!zId.safeParse(id).success && cells.name !== undefined && cells.account !== undefined) return undefined;
  const accounts = facts.byPayee(id);
  const [first] = accounts;
  if (!first) faults.add('payeeId', 'payee_id_unknown');
  else if (first.status === 'DELETED') faults.add('payeeId', 'payee_deleted');
  else if (first.direction === 'INCOMING') faults.add('payeeId', 'payee_incoming');
  return faults.has('payeeId') ? [] : accounts;
}

/** Finds the target; undefined if part of it has a fault. */
export function targetOf(
  cells: Cells,
  byId: readonly BookAccount[] | undefined,
  currency: CurrencyCode | undefined,
  facts: RowFacts,
  faults: Remarks,
): RowTarget | undefined {
  if (byId) return byId.length === 0 ? undefined : chosenTarget(cells, byId, currency, facts, faults);
  const key = facts.keyOf(cells);
  const saved = key === undefined ? [] : facts.byAccount(key);
  const name = nameKey(cells.name ?? '');
  const inCurrency = saved.filter((each) => currency === undefined || each.currency === currency);
  const found = inCurrency.find(({ latin }) => nameKey(latin.name) === name) ?? inCurrency[0];
  if (found) return savedTarget(found, currency, facts, faults);
  return newTarget(cells, currency, facts, faults);
}

/** One of the accounts of a payee named by its id. */
function chosenTarget(
  cells: Cells,
  accounts: readonly BookAccount[],
  currency: CurrencyCode | undefined,
  facts: RowFacts,
  faults: Remarks,
): RowTarget | undefined {
  const wanted = compact(cells.account);
  const meant = accounts.filter(
    ({ iban, accountNumber }) => wanted === '' || iban === wanted || accountNumber === wanted,
  );
  if (meant.length === 0) {
    faults.add('account', 'payee_account_other');
    return undefined;
  }
  const candidates = meant.length === 1 ? meant : meant.filter((each) => each.currency === currency);
  const [only] = candidates;
  if (only && candidates.length === 1) return savedTarget(only, currency, facts, faults);
  faults.add('account', 'payee_account_choice');
  return undefined;
}

const incompleteCodes = {
  characters: 'payee_characters',
  name_too_long: 'payee_name_too_long',
  street_missing: 'payee_street_missing',
  town_missing: 'payee_town_missing',
} as const satisfies Record<string, FieldProblemCode>;

function savedTarget(
  saved: BookAccount,
  currency: CurrencyCode | undefined,
  facts: RowFacts,
  faults: Remarks,
): RowTarget | undefined {
  const { payeeId, name: savedName, iban, latin } = saved;
  const account = iban ?? saved.accountNumber ?? '';
  const country = saved.bankCountry ?? iban?.slice(0, 2) ?? saved.country;
  const known = { account, country, payeeId, savedName, newKey: null, namedAccount: null };
  if (iban !== null && facts.ownIbans.has(iban)) faults.add('account', 'own_account');
  if (currency !== undefined && currency !== saved.currency)
    faults.add('currency', 'payee_currency', { params: { payee: saved.currency } });
  if (iban !== null && isIbanOf(facts.bank, iban)) return insideTarget(iban, known, currency, facts, faults);
  const scheme = schemeFor({ currency: saved.currency, creditorCountry: country, hasIban: iban !== null });
  for (const issue of payeeReadiness({ ...latin, schemes: [scheme] }))
    faults.add('account', incompleteCodes[issue], { params: { most: longestTravellingName } });
  return { ...known, scheme };
}

/** A payment to an account at this bank. */
function insideTarget(
  numberOrIban: string,
  known: Omit<RowTarget, 'scheme'>,
  currency: CurrencyCode | undefined,
  facts: RowFacts,
  faults: Remarks,
): RowTarget | undefined {
  const house = facts.house(numberOrIban);
  if (house?.status !== 'ACTIVE') faults.add('account', 'iban_not_here');
  else if (facts.accounts.some(({ id }) => id === house.id)) faults.add('account', 'own_account');
  else if (currency !== undefined && house.currency !== currency)
    faults.add('currency', 'payee_currency', { params: { payee: house.currency } });
  const namedAccount = known.payeeId === null && house ? (house.iban ?? house.number) : null;
  return { ...known, namedAccount, scheme: 'INTERNAL' };
}

const fieldsOfDetail: Readonly<Record<string, PayoutField>> = {
  iban: 'account',
  accountNumber: 'account',
  bic: 'bic',
  sortCode: 'sortCode',
  routingNumber: 'routingNumber',
  bankCountry: 'bankCountry',
};

/** A payee that is not saved. */
function newTarget(
  cells: Cells,
  currency: CurrencyCode | undefined,
  facts: RowFacts,
  faults: Remarks,
): RowTarget | undefined {
  const plain = compact(cells.account);
  if (plain === '') {
    faults.add('account', 'account_missing');
    checkNewParty(cells, undefined, faults);
    return undefined;
  }
  if (hasLostDigits(plain)) {
    faults.add('account', 'number_lost_digits');
    checkNewParty(cells, undefined, faults);
    return undefined;
  }
  const isIban = isMeantAsIban(plain);
  const known = { account: plain, payeeId: null, savedName: undefined, newKey: null, namedAccount: null };
  if (!isIban && facts.house(plain)) {
    checkNewParty(cells, { scheme: 'INTERNAL', country: null }, faults);
    return insideTarget(plain, { ...known, country: null }, currency, facts, faults);
  }
  const { bic, sortCode, routingNumber, bankName } = cells;
  if (bic !== undefined && /[\s\p{Ll}]/u.test(bic))
    faults.add('bic', 'bic_written', { suggestions: [compact(bic)] });
  // A missing currency is already a fault, so requirements of other currencies are not reported.
  const assumed = currency ?? 'EUR';
  const checked = checkBankDetail(
    {
      currency: assumed,
      ...(isIban ? { iban: plain } : { accountNumber: plain }),
      bic,
      sortCode,
      routingNumber,
      bankName,
      // An unknown country is a separate fault of its own cell (`checkNewParty`), and ignored here.
      bankCountry: readCountry(cells.bankCountry ?? ''),
    },
    {
      field: '',
      payeeCountry: countryOf(cells),
      ownIbans: facts.ownIbans,
      openIbans: facts.openIbans,
      ownBank: facts.bank,
    },
  );
  if ('rejections' in checked) {
    for (const { field, code, params } of checked.rejections) {
      const ours = fieldsOfDetail[field.slice(1)];
      if (ours && !(ours === 'bic' && faults.has('bic'))) faults.add(ours, code, { params });
    }
    checkNewParty(cells, undefined, faults);
    return undefined;
  }
  const { iban, bankCountry } = checked.detail;
  const isInside = iban !== null && isIbanOf(facts.bank, iban);
  const scheme = isInside
    ? 'INTERNAL'
    : schemeFor({ currency: assumed, creditorCountry: bankCountry, hasIban: iban !== null });
  checkNewParty(cells, { scheme, country: bankCountry }, faults);
  const account = iban ?? plain;
  if (isInside)
    return insideTarget(account, { ...known, account, country: bankCountry }, currency, facts, faults);
  const newKey = `${accountKey(checked.detail)} ${checked.detail.currency}`;
  return { ...known, account, country: bankCountry, scheme, newKey, namedAccount: iban };
}

const countryOf = ({ country }: Cells): string => country?.trim().toUpperCase() ?? '';

/** Whether a name differs from the saved one enough for a warning: the words differ, in whatever alphabet. */
export const isOtherName = (name: string | undefined, saved: string): boolean =>
  name !== undefined && nameKey(transliterate(name)) !== nameKey(transliterate(saved));
