/**
 * Rail: what carries payments to other banks. `submit` hands instructions over inside the open transaction: the adapter
 * keeps them durably there and speaks to the outside later, from its own job, so that no network call holds a lock and
 * nothing is sent that was not committed. What became of an instruction comes back as a report, at least once.
 */
import type { PaymentReason } from '@calmly/contract';
import type { JobHandler } from '../../platform/jobs.ts';
import type { Work } from '../../platform/work.ts';

/** ISO 20022: one credit transfer of a pain.001. Amounts in minor units, as text so that a job may carry them. */
export interface RailInstruction {
  readonly paymentId: string;
  readonly endToEndId: string;
  readonly scheme: 'SEPA' | 'SWIFT';
  readonly currency: string;
  readonly instructedAmountMinor: string;
  readonly chargeBearer: 'SHA' | 'OUR' | 'BEN';
  readonly debtorName: string;
  readonly debtorAccount: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly creditorAgentBic: string | null;
  readonly remittanceInformation: string;
}

/** Why another bank sends a payment back. */
export type RailReason = Extract<
  PaymentReason,
  'account_closed' | 'account_unknown' | 'beneficiary_deceased' | 'bank_unreachable' | 'regulatory'
>;

export type RailReport =
  | { readonly paymentId: string; readonly outcome: 'settled'; readonly at: Date }
  | {
      readonly paymentId: string;
      readonly outcome: 'rejected';
      readonly reason: RailReason;
      readonly at: Date;
    };

/** Receives reports inside an open transaction; a report that comes twice must change nothing the second time. */
export type ReportSink = (work: Work, reports: readonly RailReport[]) => Promise<void>;

export interface Rail {
  readonly name: string;
  submit(work: Work, instructions: readonly RailInstruction[]): Promise<void>;
  /** Background jobs the adapter needs, by task name. */
  readonly jobs: Readonly<Record<string, JobHandler>>;
}
