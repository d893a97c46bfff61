/**
 * The identity check: tokens for the provider's widget, and the effect of the provider's reports. A report changes the client only in the transaction
 * that stores it, once, and only if it is the newest (rules.ts). Two reports about one client wait for each other. An approval by webhook changes no
 * state: the server asks the provider at once, and that answer counts. It opens the account only if the proved person is the applicant and no name is
 * on the watch list; otherwise staff decide (`desk.ts`).
 */
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { WebhookDelivery } from '@calmly/platform/http/router.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import { businessDay } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { Kyc, KycReport } from '@calmly/providers/kyc/kyc.ts';
import type { Screening } from '@calmly/providers/screening/screening.ts';
import { requireClientActor, requireOwnClient } from '../../../identity/server/index.ts';
import { requireCandidate } from '../companies/index.ts';
import type { IdentityCheck } from '../onboarding/index.ts';
import { type ApplicantFacts, findApplicantFacts, findListedNames } from './applicant.ts';
import {
  type CheckState,
  type Doubt,
  differencesOf,
  type HeardReport,
  judgeReport,
  mayBeChecked,
  nextAskAt,
  type Verdict,
} from './rules.ts';
import { bindApplicant, insertReport, lockCheck, openCheck, setWithdrawn, updateCheck } from './store.ts';

export const askTask = 'verification_ask';

/** The payload of the job that asks the provider. */
export interface AskPayload {
  readonly clientId: string;
  /** A webhook has announced an approval, which the answer should confirm. */
  readonly announced?: boolean;
}

export interface Verification {
  readonly database: Database;
  readonly kyc: Kyc;
  readonly screening: Pick<Screening, 'findListed'>;
  /** Applies an answer to the client. */
  readonly identityCheck: IdentityCheck;
}

/**
 * A token for the widget of the caller's own check, or of a company's that is named or acted for, by its creator's id. Errors: `not_found`,
 * `boss_needed`, `state_moved`, `verification_unavailable`.
 */
export async function issueToken(
  { database, kyc }: Pick<Verification, 'database'> & { readonly kyc: Kyc | undefined },
  work: Work,
  { startedBy, companyId }: { readonly startedBy: string; readonly companyId: string | undefined },
) {
  const client = await candidateOf(work, startedBy, companyId);
  if (!mayBeChecked(client)) throw new Problem('state_moved');
  if (kyc === undefined) throw new Problem('verification_unavailable');
  const { id: externalId, email, phone } = client;
  const applicant = await findApplicantFacts(work.sql, externalId);
  if (!applicant) throw new Problem('state_moved');
  const token = await kyc.issueToken({ known: applicant.known, externalId, email, phone });
  await database.inTransaction(async (sql) => {
    const open = { ...work, sql };
    const { isFirst, ...check } = await openCheck(sql, client.id);
    if (isFirst) await audit(open, { action: 'verification.started', clientId: client.id });
    await askLater(open, client.id, check);
  });
  return { token, base_url: kyc.widgetOrigin };
}

/** The candidate to check: the caller, or a company. */
function candidateOf(work: Work, startedBy: string, companyId: string | undefined) {
  const actor = requireClientActor(work);
  const id = companyId ?? (actor.role === 'LEGAL' ? actor.clientId : undefined);
  return id === undefined
    ? requireOwnClient(work.sql, actor, startedBy)
    : requireCandidate(work.sql, actor, { id, startedBy });
}

/** Receives a webhook. A message not signed by the provider is refused; any other is stored and applied as far as allowed. */
export async function receiveWebhook(
  { kyc, identityCheck }: Pick<Verification, 'kyc' | 'identityCheck'>,
  work: Work,
  delivery: WebhookDelivery,
): Promise<void> {
  const report = await kyc.readWebhook(work.sql, delivery);
  const { externalId } = report;
  const applicant = externalId === undefined ? undefined : await findApplicantFacts(work.sql, externalId);
  await takeReport(identityCheck, work, externalId, {
    ...ofLevel(report, applicant),
    way: 'webhook',
    doubts: [],
  });
}

/**
 * Asks the provider about a check whose approval was announced or which has had no report for long, and asks again later if there is still no answer.
 * Errors: `verification_unavailable`, which makes the job retry.
 */
export async function askProvider(
  { database, kyc, screening, identityCheck }: Verification,
  work: Work,
  { clientId, announced = false }: AskPayload,
): Promise<void> {
  const [answer, applicant] = [await kyc.findReport(clientId), await findApplicantFacts(work.sql, clientId)];
  const report = answer && ofLevel(answer, applicant);
  const doubts = report?.outcome === 'approved' ? await doubtsOf(work, screening, applicant, report) : [];
  await database.inTransaction(async (sql) => {
    const open = { ...work, sql };
    if (report) await takeReport(identityCheck, open, clientId, { ...report, way: 'asked', doubts });
    const isUnconfirmed = announced && report?.outcome !== 'approved';
    if (isUnconfirmed) {
      work.log.warn({ clientId }, 'the provider does not confirm an approval that came by webhook');
      await audit(open, {
        action: 'verification.unconfirmed',
        clientId,
        details: { outcome: report?.outcome ?? null },
      });
    }
    const check = await lockCheck(sql, clientId);
    // The announced approval may arrive a little later, whatever the state of the check was before.
    if (check)
      await askLater(open, clientId, isUnconfirmed ? { state: 'IN_REVIEW', since: work.now } : check);
  });
}

/** Ignores a report about a level of the other kind: people and companies have different levels. */
const ofLevel = (report: KycReport, applicant: ApplicantFacts | undefined): KycReport =>
  applicant && report.kinds.includes(applicant.known.kind) ? report : { ...report, outcome: undefined };

/** Why staff have to review an approval. */
async function doubtsOf(
  work: Work,
  screening: Verification['screening'],
  applicant: ApplicantFacts | undefined,
  { proved }: KycReport,
): Promise<Doubt[]> {
  if (!applicant) return ['unread'];
  const listed = await findListedNames(work.sql, screening, applicant, proved);
  return [
    ...differencesOf(applicant.known, proved, await businessDay(work)),
    ...(listed.length > 0 ? (['watch_list'] as const) : []),
  ];
}

async function takeReport(
  identityCheck: IdentityCheck,
  work: Work,
  clientId: string | undefined,
  report: HeardReport,
): Promise<void> {
  const { sql, log } = work;
  const { applicantId, type, way } = report;
  const check = clientId === undefined ? undefined : await lockCheck(sql, clientId);
  if (clientId === undefined || check === undefined) {
    log.warn({ applicantId, kind: type }, 'a report about an unknown applicant');
    return;
  }
  const judged = judgeReport(check, report);
  // An announcement must not decide whose applicant this client is either.
  const bound =
    judged.verdict === 'announced' ||
    check.applicantId !== null ||
    (await bindApplicant(sql, clientId, applicantId));
  const verdict: Verdict = bound ? judged : { verdict: 'other_applicant' };
  if (verdict.verdict === 'other_applicant') {
    log.warn({ applicantId, kind: type, clientId }, 'a report on another applicant of this client');
    return;
  }
  if (verdict.verdict === 'announced') await askNow(work, clientId);
  const isNew = await insertReport(sql, {
    applicantId,
    type,
    at: report.at,
    clientId,
    verdict: verdict.verdict,
  });
  if (!isNew) return;
  const { outcome = null, rejectLabels, doubts, proved } = report;
  const details = {
    applicantId,
    type,
    way,
    outcome,
    reasons: rejectLabels.join(' '),
    ...(doubts.length > 0 && { doubts: doubts.join(' ') }),
  };
  if (verdict.verdict === 'final' && report.outcome !== 'approved') {
    await audit(work, { action: 'verification.contradicted', clientId, details });
    // A message does not close an open account; staff review it.
    if (outcome === 'declined' || outcome === 'retry')
      await setWithdrawn(sql, clientId, rejectLabels.join(', ') || outcome);
  }
  if (verdict.verdict !== 'applied') return;
  await audit(work, { action: 'verification.reported', clientId, details });
  const { state } = verdict;
  await updateCheck(sql, clientId, {
    state,
    reportedAt: report.at,
    ...(state === 'REVIEW' && { review: { doubts, proved } }),
  });
  await moveClient(identityCheck, work, clientId, verdict.state);
  await askLater(work, clientId, { state: verdict.state, since: work.now });
}

/** Applies the check's state to the client. */
async function moveClient(
  { handIn, approve, decline }: IdentityCheck,
  work: Work,
  clientId: string,
  state: CheckState,
): Promise<void> {
  if (state === 'IN_REVIEW' || state === 'REVIEW') await handIn(work, clientId);
  if (state === 'APPROVED') await approve(work, clientId);
  if (state === 'DECLINED' || state === 'RETRY') await decline(work, clientId, { retry: state === 'RETRY' });
}

/** Under its own key, so that a pause of `askLater` does not replace this query. */
async function askNow({ sql }: Work, clientId: string): Promise<void> {
  const payload: AskPayload = { clientId, announced: true };
  await addJobs(sql, [{ task: askTask, payload, key: `${askTask}:now:${clientId}` }]);
}

async function askLater(
  { sql, now }: Work,
  clientId: string,
  check: Parameters<typeof nextAskAt>[0],
): Promise<void> {
  const runAt = nextAskAt(check, now);
  if (runAt)
    await addJobs(sql, [
      { task: askTask, payload: { clientId } satisfies AskPayload, runAt, key: `${askTask}:${clientId}` },
    ]);
}
