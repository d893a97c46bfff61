/** Texts and dates of a payment: reference, creditor reference, end-to-end id, day, purpose, charges. Pure. */
import {
  type ChargeBearer,
  checkIban,
  checkSepaText,
  latestPayOn,
  type PaymentPurpose,
  type PaymentScheme,
  paymentPurposes,
  payoutAheadYears,
  structuredReferenceOf,
  transliterate,
} from '@calmly/domain';
import { isGiven } from '@calmly/platform/iso20022/fields.ts';
import { checkReference } from '../../../payments/server/payments/index.ts';
import type { Cells } from '../row.ts';
import { compact } from './account.ts';
import { readDay } from './day.ts';
import type { Remarks } from './remarks.ts';

const longestReference = 140;
const longestId = 35;

/**
 * The reference that people see: the creditor reference follows the reference unless it is already part of it. To other banks it is sent in a
 * separate element (`creditorReferenceOf`).
 */
export function remittanceOf({
  reference,
  creditorReference,
}: Pick<Cells, 'reference' | 'creditorReference'>): string {
  if (reference === undefined || creditorReference === undefined) return reference ?? creditorReference ?? '';
  return compact(reference).includes(compact(creditorReference))
    ? reference
    : `${reference} ${creditorReference}`;
}

/** The payee's own reference in its transmitted form: by ISO 11649, or by the rule of the account's country. Undefined if there is none. */
export const creditorReferenceOf = (
  { creditorReference }: Pick<Cells, 'creditorReference'>,
  account: string | undefined,
): string | undefined =>
  creditorReference === undefined
    ? undefined
    : structuredReferenceOf(creditorReference, account === undefined ? undefined : ibanCountryOf(account));

const ibanCountryOf = (account: string): string | undefined => {
  const check = checkIban(account);
  return check.ok ? check.country : undefined;
};

/** At least one of reference and creditor reference is required. Together they may have 140 characters, and only those that the scheme can carry. */
export function checkTexts(
  cells: Cells,
  { scheme, account }: { readonly scheme: PaymentScheme; readonly account: string | undefined },
  faults: Remarks,
): void {
  const { reference, creditorReference } = cells;
  if (creditorReference !== undefined && creditorReferenceOf(cells, account) === undefined)
    faults.add('creditorReference', 'creditor_reference_invalid');
  if (reference === undefined) {
    if (creditorReference === undefined) faults.add('reference', 'reference_missing');
    return;
  }
  const { length } = remittanceOf(cells);
  if (length > longestReference)
    faults.add('reference', 'text_too_long', { params: { actual: length, most: longestReference } });
  for (const { code, params } of checkReference(reference, scheme)) {
    const carried = transliterate(reference);
    const suggestions =
      code === 'sepa_characters' &&
      remittanceOf({ ...cells, reference: carried }).length <= longestReference &&
      checkReference(carried, scheme).length === 0
        ? [carried]
        : [];
    faults.add('reference', code, { params, suggestions });
  }
}

/**
 * The id in its transmitted form; null if there is none or it has a fault. NOTPROVIDED and the like count as none: banks write them into returns of
 * any payment, which would then be taken for returns of this one.
 */
export function checkEndToEndId(text: string | undefined, faults: Remarks): string | null {
  if (text === undefined || !isGiven(text)) return null;
  if (isEndToEndId(text)) return text;
  const meant = transliterate(text)
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean)
    .join('/');
  faults.add('endToEndId', 'end_to_end_id_form', {
    suggestions: isEndToEndId(meant) ? [meant] : [],
  });
  return null;
}

/** EPC guidance on the character set: no slash at an end, and no two in a row. */
const isEndToEndId = (text: string): boolean =>
  text.length > 0 &&
  text.length <= longestId &&
  checkSepaText(text).ok &&
  !text.startsWith('/') &&
  !text.endsWith('/') &&
  !text.includes('//');

/** The day on which the row is paid; null: at once. */
export function checkDay(text: string | undefined, today: string, faults: Remarks): string | null {
  if (text === undefined) return null;
  const days = readDay(text);
  const [day] = days;
  if (day === undefined || days.length > 1)
    faults.add('executionDate', 'date_unreadable', { suggestions: days });
  else if (day < today) faults.add('executionDate', 'date_past', { suggestions: [today] });
  else if (day > latestPayOn(today))
    faults.add('executionDate', 'schedule_too_far', { params: { years: payoutAheadYears } });
  else return day;
  return null;
}

/** The codes are those of payments, in any case; an empty cell has no fault. */
export function checkPurpose(text: string | undefined, faults: Remarks): void {
  if (text === undefined || paymentPurposes.includes(text.trim().toUpperCase() as PaymentPurpose)) return;
  faults.add('purpose', 'purpose_unknown', { params: { codes: paymentPurposes.join(', ') } });
}

/** Accepted words for each, including ISO 20022's in pain.001; SLEV is SEPA's shared charges. */
const bearers: ReadonlyMap<string, ChargeBearer> = new Map([
  ['SHA', 'SHA'],
  ['SHAR', 'SHA'],
  ['SLEV', 'SHA'],
  ['OUR', 'OUR'],
  ['DEBT', 'OUR'],
  ['BEN', 'BEN'],
  ['CRED', 'BEN'],
]);

/** SHA for an empty or unknown cell; the unknown one is a fault. */
export function checkBearer(text: string | undefined, faults: Remarks): ChargeBearer {
  const bearer = text === undefined ? 'SHA' : bearers.get(text.trim().toUpperCase());
  if (!bearer) faults.add('chargeBearer', 'charge_bearer_unknown');
  return bearer ?? 'SHA';
}
