/**
 * The effect of a provider's report on a client's check. Reports may be late, duplicated and in any order; the provider's clock decides. An approval
 * opens the account, so it counts only as the answer to our query: anyone with the webhook secret could send one, but not answer in the provider's
 * place. It is final: no message locks out an approved person; only bank staff do.
 * The provider proves whose documents they are, not that they are the applicant's: the data read is compared with the applicant's, and staff decide
 * on a difference.
 */
import { compareNames } from '@calmly/domain';
import type { KnownIdentity, KycOutcome, KycReport, ProvedIdentity } from '@calmly/providers/kyc/kyc.ts';

/** `STARTED`: the widget was shown. `REVIEW`: approved by the provider, and staff decide. The others are the provider's results. */
export type CheckState = 'STARTED' | 'IN_REVIEW' | 'RETRY' | 'REVIEW' | 'APPROVED' | 'DECLINED';

export interface Check {
  readonly state: CheckState;
  /** The provider's id of the client; null until its first report. */
  readonly applicantId: string | null;
  /** Time of the newest report that was applied. */
  readonly reportedAt: Date | null;
  readonly since: Date;
}

/** How a report reached us: sent by anyone who can sign webhooks, or answered by the provider when we asked. */
export type Way = 'webhook' | 'asked';

/** A report and how it arrived. */
export type HeardReport = KycReport & { readonly way: Way; readonly doubts: readonly Doubt[] };

/** `announced`: an approval that the provider must confirm when asked. `other_applicant`: about someone other than this client. */
export type Verdict =
  | { readonly verdict: 'applied'; readonly state: CheckState }
  | { readonly verdict: 'no_outcome' | 'older' | 'final' | 'announced' | 'other_applicant' };

const stateByOutcome: Readonly<Record<Exclude<KycOutcome, 'not_started'>, CheckState>> = {
  in_review: 'IN_REVIEW',
  retry: 'RETRY',
  approved: 'APPROVED',
  declined: 'DECLINED',
};

/** Judges one report against its check. */
export function judgeReport(
  check: Check,
  report: Pick<HeardReport, 'applicantId' | 'outcome' | 'at' | 'way' | 'doubts'>,
): Verdict {
  if (check.applicantId !== null && check.applicantId !== report.applicantId)
    return { verdict: 'other_applicant' };
  if (report.outcome === undefined || report.outcome === 'not_started') return { verdict: 'no_outcome' };
  if (check.reportedAt !== null && report.at <= check.reportedAt) return { verdict: 'older' };
  if (check.state === 'APPROVED') return { verdict: 'final' };
  if (report.outcome === 'approved' && report.way === 'webhook') return { verdict: 'announced' };
  if (report.outcome === 'approved' && report.doubts.length > 0)
    return { verdict: 'applied', state: 'REVIEW' };
  return { verdict: 'applied', state: stateByOutcome[report.outcome] };
}

/** Why an approval waits for staff. `unread`: the provider gave no facts to compare. */
export const doubtCodes = [
  'unread',
  'name',
  'birth_date',
  'country',
  'document_expired',
  'registration_number',
  'watch_list',
] as const;
export type Doubt = (typeof doubtCodes)[number];

/** The parts of the proved identity that differ from the applicant's. `today`: `YYYY-MM-DD`. */
export function differencesOf(
  known: KnownIdentity,
  proved: ProvedIdentity | undefined,
  today: string,
): Doubt[] {
  if (!proved) return ['unread'];
  const name = known.kind === 'company' ? known.name : `${known.firstName} ${known.lastName}`;
  const differs: Partial<Record<Doubt, boolean>> = {
    name: !proved.names.some((proven) => compareNames(proven, name) === 'match'),
    document_expired: proved.validUntil !== null && proved.validUntil < today,
    ...(known.kind === 'company'
      ? {
          country: !proved.countries.includes(known.country),
          registration_number: plain(proved.registrationNumber ?? '') !== plain(known.registrationNumber),
        }
      : {
          birth_date: known.bornOn === null || proved.bornOn !== known.bornOn,
          // A document may be a residence permit.
          country: ![known.citizenship, known.residence].some(
            (code) => code !== null && proved.countries.includes(code),
          ),
        }),
  };
  return doubtCodes.filter((code) => differs[code]);
}

const plain = (number: string) => number.replaceAll(/[^\p{L}\p{Nd}]/gu, '').toUpperCase();

/** Whether the widget may be shown: an account was applied for, all earlier steps are done, a company's facts are complete. */
export function mayBeChecked(client: {
  readonly state: string;
  readonly accountType: string | null;
  readonly isComplete?: boolean;
}): boolean {
  // People invited by a company are in CREATED too, but have applied for nothing.
  if (client.isComplete === false || client.accountType === null) return false;
  return ['SMS_CONFIRMED', 'CREATED', 'KYC_DECLINED'].includes(client.state);
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * When the provider is asked next about a check without reports: after a quarter of an hour, then with pauses that grow by half, at least daily.
 * Undefined if there is nothing to wait for: approved, or nothing submitted for two days since the widget was opened or the provider refused.
 */
export function nextAskAt(check: Pick<Check, 'state' | 'since'>, now: Date): Date | undefined {
  const waitedMs = now.getTime() - check.since.getTime();
  const mayFollow = check.state === 'STARTED' || check.state === 'RETRY' || check.state === 'DECLINED';
  const waiting = check.state === 'IN_REVIEW' || (mayFollow && waitedMs < 2 * dayMs);
  if (!waiting) return undefined;
  const pauseMs = Math.min(Math.max(waitedMs / 2, 15 * minuteMs), dayMs);
  return new Date(now.getTime() + pauseMs);
}
