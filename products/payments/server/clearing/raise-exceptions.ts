/** Lists a report that contradicts the books, once, with its facts, and alerts the bank's staff. */
import type { RailReason } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import type { Work } from '@calmly/platform/work.ts';
import type { IncomingCredit, RailException } from '@calmly/providers/rail/rail.ts';
import { type Arrival, arrivalOf } from './arrivals.ts';
import { insertException } from './exception-store.ts';

/** An exception as the module raises it: with the client it concerns, or with a credit that may have to be booked. */
export interface Raised extends RailException {
  readonly clientId?: string | null;
  readonly credit?: IncomingCredit;
  /** The credit brings the payment back. */
  readonly returnReason?: RailReason | null;
}

/** What a credit brings back: a payment, or money that was sent back out of suspense. */
export interface BroughtBack {
  readonly paymentId: string;
  readonly clientId: string | null;
  readonly reason: RailReason;
}

/** In the caller's transaction. An exception with a known fingerprint is neither listed nor logged again. */
export async function raiseExceptions(work: Work, raised: readonly Raised[]): Promise<void> {
  for (const each of raised) {
    const id = work.newId();
    const { clientId = null, credit = null, returnReason = null } = each;
    const item = { ...each, id, clientId, credit, returnReason, since: work.now };
    const isNew = await insertException(work.sql, item);
    if (!isNew) continue;
    const reference = credit?.railReference ?? each.reference;
    work.log.error(
      { exceptionId: id, reason: each.kind, reference, paymentId: each.paymentId ?? undefined },
      'the rail contradicts the books: npm run ops',
    );
  }
}

/** A credit whose reference is booked already, though not with these facts. */
export function creditDiffers(
  credit: IncomingCredit,
  known: readonly Arrival[],
  returned: BroughtBack | undefined,
): Raised {
  const told = arrivalOf(credit);
  return {
    kind: 'credit_differs',
    fingerprint: [
      told.railReference,
      told.bankAccount ?? '',
      told.bookedOn ?? '',
      told.creditorAccount,
      told.currency,
      `${told.amountMinor}`,
      told.debtorName,
      told.debtorAccount,
      told.endToEndId,
    ],
    reference: told.railReference,
    paymentId: returned?.paymentId ?? null,
    clientId: returned?.clientId ?? null,
    returnReason: returned?.reason ?? null,
    unbooked: null,
    credit,
    facts: [
      ['Rail’s reference', told.railReference],
      ['Reported now', lineOf(told)],
      ...known.map((each) => ['Booked before', lineOf(each)] as const),
      ['Text', credit.reference || 'none'],
    ],
  };
}

const lineOf = ({ currency, amountMinor, ...each }: Arrival): string =>
  [
    `${formatDecimal(amountMinor, currency)} ${currency}`,
    ...(each.bookedOn === null ? [] : [`on ${each.bookedOn}`]),
    `from ${each.debtorName}, ${each.debtorAccount}`,
    `to ${each.creditorAccount}`,
    `end-to-end id ${each.endToEndId}`,
  ].join(', ');
