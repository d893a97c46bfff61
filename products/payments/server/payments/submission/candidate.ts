/** A payment on its way from order to row: the shapes that the steps of submission share. */
import type { Document } from '@calmly/contract';
import type { StepUp } from '@calmly/platform/http/calls/step-up.ts';
import { writeMoment } from '@calmly/platform/postgres/values.ts';
import type { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { ScreeningResult } from '@calmly/providers/screening/screening.ts';
import type { Audience } from '../../../../accounts/server/transactions/index.ts';
import type { Need } from '../../../../approvals/server/index.ts';
import type { Confirmed } from '../../../../identity/server/index.ts';
import type { PaymentOrder, Plan } from '../ordering/order.ts';

export interface SubmitPayment extends PaymentOrder {
  readonly clientId: string;
  readonly idempotencyKey?: string;
  /** When it was ordered, for a history that is written afterwards; such payments are processed by the caller. */
  readonly at?: Date;
  /** When its client confirmed it; required for what a client pays without a request. */
  readonly confirmed?: Confirmed;
  /** Since when its order pays this payee; counts where the payee is none of the beneficiaries. */
  readonly orderedSince?: Date;
  /** Of a payment that was confirmed and approved with others. */
  readonly inBulk?: InBulk;
}

/** A payment of a bulk payout: its money is held already, so neither funds nor approval are asked for again. */
export interface InBulk {
  readonly payoutId: string;
  /** Only people with the right see it. */
  readonly isConfidential: boolean;
  readonly paymentId: string;
  /** Instead of one that is made from the payment's id; not inside the bank. */
  readonly endToEndId?: string;
  /** The payout's reservation for the account. */
  readonly drawnFrom: string;
  /** The part's reservation: drawn from the payout's, one for all payments of the account that are submitted together. */
  readonly heldBy: string;
}

export interface SubmitItem {
  readonly work: Work;
  readonly command: SubmitPayment;
}

/** A decided payment; its money has not moved. */
export interface Decided {
  /** Its place in the caller's list. */
  readonly index: number;
  readonly plan: Plan;
  readonly paymentId: string;
  /** Of the payee's side, when the payee banks here. */
  readonly counterpartId: string | undefined;
  readonly at: Date;
  /** What screening said, when it was asked before. */
  readonly screening: ScreeningResult | undefined;
  /** Of a bulk payout, whose money is held already. */
  readonly inBulk: InBulk | undefined;
}

/** A decided payment with all that is known of it. */
export type Candidate = SubmitItem &
  Decided & {
    readonly need?: Need | undefined;
    readonly documents: readonly Document[];
    /** What it takes of its person's allowance during cooling-off. */
    readonly allowanceMinor: bigint;
    /** The moment by the bank's calendar. */
    readonly calendar: Date;
  };
export type Refuse = (index: number, error: Problem | StepUp) => void;

/** Who sees a payment. */
export const audienceOf = ({ inBulk }: { readonly inBulk?: InBulk | undefined }): Audience =>
  inBulk?.isConfidential ? 'CONFIDENTIAL' : 'ALL';

/** A candidate as screening sees it. */
export function unscreened({ index, paymentId: id, at, command, plan, calendar }: Candidate) {
  const { currency, amountMinor, debtor, creditor, creditorHouseAccount, payee } = plan;
  return {
    index,
    id,
    at,
    holderName: creditorHouseAccount?.holder,
    clientId: command.clientId,
    debtorName: debtor.holder,
    creditorName: creditor.name,
    creditorAccount: creditor.account,
    beneficiaryId: payee?.id ?? null,
    currency,
    amountMinor,
    day: command.at ? undefined : writeMoment(calendar).slice(0, 10),
    isBulk: command.inBulk !== undefined,
    audience: audienceOf(command),
  };
}
