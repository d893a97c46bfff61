/**
 * Whether two reported credits are the same money. A rail's reference alone does not say so: banks use one again. Each fact that both
 * reports tell must agree; a fact that one of them leaves out says nothing. Pure.
 */
import { transliterate } from '@calmly/domain';
import type { IncomingCredit } from '@calmly/providers/rail/rail.ts';

/** What tells credits of one reference apart; null or NOTPROVIDED: not told. */
export interface Arrival
  extends Pick<
    IncomingCredit,
    | 'railReference'
    | 'creditorAccount'
    | 'currency'
    | 'amountMinor'
    | 'debtorName'
    | 'debtorAccount'
    | 'endToEndId'
  > {
  /** A second reference that the rail gave it. */
  readonly otherReference: string | null;
  readonly bankAccount: string | null;
  readonly bookedOn: string | null;
}

/** What a rail calls one movement; `otherReference`: null where it tells one reference only. */
export interface References {
  readonly reference: string;
  readonly otherReference: string | null;
}

export const referencesOf = ({ reference, otherReference }: References): string[] =>
  otherReference === null ? [reference] : [reference, otherReference];

/** Whether two reports may be about one movement. Two movements that share only the second reference are two. */
export const shareReference = (known: References, told: References): boolean =>
  known.reference === told.reference ||
  known.reference === told.otherReference ||
  known.otherReference === told.reference;

/** What the report says of itself; a credit that came in no bank's entry has no account and no day. */
export const arrivalOf = (credit: IncomingCredit): Arrival => ({
  railReference: credit.railReference,
  otherReference: credit.entry?.otherReference ?? null,
  bankAccount: credit.entry?.bankAccount ?? null,
  bookedOn: credit.entry?.bookedOn ?? null,
  creditorAccount: credit.creditorAccount,
  currency: credit.currency,
  amountMinor: credit.amountMinor,
  debtorName: credit.debtorName,
  debtorAccount: credit.debtorAccount,
  endToEndId: credit.endToEndId,
});

/** By the facts alone. `aliases`: other numbers of the account that the second is for. */
export const isSameArrival = (
  known: Arrival,
  arrival: Arrival,
  aliases: ReadonlyArray<string | null> = [],
): boolean =>
  known.currency === arrival.currency &&
  known.amountMinor === arrival.amountMinor &&
  agree(known.bankAccount, arrival.bankAccount) &&
  agree(known.bookedOn, arrival.bookedOn) &&
  agree(known.endToEndId, arrival.endToEndId) &&
  agree(known.debtorAccount, arrival.debtorAccount) &&
  namesAgree(known.debtorName, arrival.debtorName) &&
  [arrival.creditorAccount, ...aliases].some((account) => agree(known.creditorAccount, account));

const toldIn = (text: string | null): string | null => {
  const plain = text?.replaceAll(/\s/g, '').toUpperCase() ?? '';
  return plain === '' || plain === 'NOTPROVIDED' ? null : plain;
};

function agree(one: string | null, other: string | null): boolean {
  const [first, second] = [toldIn(one), toldIn(other)];
  return first === null || second === null || first === second;
}

/** Banks write a name in other letters, or cut it off, from one message to the next. */
function namesAgree(one: string, other: string): boolean {
  const [first, second] = [one, other].map(
    (name) => toldIn(transliterate(name))?.replaceAll(/[^\p{L}\p{N}]/gu, '') ?? '',
  ) as [string, string];
  return first.startsWith(second) || second.startsWith(first);
}
