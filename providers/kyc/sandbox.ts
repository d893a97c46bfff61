/**
 * The sandbox's identity provider. It stores its own applicants, returns the result that the tester chose in the widget, and reports
 * like a real provider: by signed webhooks through the same receiver, and by an answer when asked. The widget (`/websdk/websdk.html`) is
 * a page of the portal and makes the calls below with its token, never with a session.
 */
import { randomBytes } from 'node:crypto';
import {
  getSandboxApplicant,
  type SandboxAnswer,
  type SandboxApplicant,
  submitSandboxDocuments,
  verificationTokenSeconds,
} from '@calmly/contract';
import type { Database } from '@calmly/platform/database.ts';
import { newId } from '@calmly/platform/ids.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { KnownIdentity, Kyc, WebhookSink } from './kyc.ts';
import { type Levels, providedInfo, readApplicant, readSignedWebhook, signWebhook } from './messages.ts';
import {
  findApplicant,
  insertToken,
  lockApplicantOfToken,
  type StoredApplicant,
  updateReview,
  webhookSecret,
} from './sandbox-store.ts';

const deliverTask = 'kyc_sandbox_deliver';
const level = 'sandbox';
const levels: Levels = { individual: level, company: level };

type Review = Pick<SandboxApplicant, 'reviewStatus' | 'reviewAnswer' | 'rejectType'>;

const inReview: Review = { reviewStatus: 'pending', reviewAnswer: null, rejectType: null };
const reviews: Readonly<Record<SandboxAnswer, Review>> = {
  GREEN: { reviewStatus: 'completed', reviewAnswer: 'GREEN', rejectType: null },
  OTHER: { reviewStatus: 'completed', reviewAnswer: 'GREEN', rejectType: null },
  RED: { reviewStatus: 'completed', reviewAnswer: 'RED', rejectType: 'FINAL' },
  RETRY: { reviewStatus: 'completed', reviewAnswer: 'RED', rejectType: 'RETRY' },
};

export interface SandboxKycOptions {
  readonly database: Database;
  /** Receives every change by a signed webhook. */
  readonly receive: WebhookSink;
}

/** A built-in provider, whose answers the tester chooses. */
export function createSandboxKyc({ database, receive }: SandboxKycOptions): Kyc {
  let secret: string | undefined;
  /** Read once, because it never changes: what strangers send as webhooks costs no connection to the database. */
  async function secretOf(sql: Sql): Promise<string> {
    secret ??= await webhookSecret(sql);
    return secret;
  }

  return {
    widgetOrigin: null,
    async issueToken({ externalId, known }) {
      const text = `_act-sbx-${randomBytes(32).toString('base64url')}`;
      await insertToken(database.sql, {
        text,
        newId: newId(),
        externalId,
        known,
        ttlSeconds: verificationTokenSeconds,
      });
      return text;
    },
    async findReport(externalId) {
      const applicant = await findApplicant(database.sql, externalId);
      return applicant && readApplicant(levels, JSON.stringify(answerOf(applicant)), applicant.changedAt);
    },
    readWebhook: async (sql, delivery) =>
      readSignedWebhook({ secret: await secretOf(sql), levels }, delivery),
    routes(router) {
      router.write(getSandboxApplicant, requireApplicant);
      router.write(submitSandboxDocuments, async (work, { body: { answer } }) => {
        const applicant = await requireApplicant(work);
        if (applicant.reviewStatus === 'pending' || applicant.reviewAnswer === 'GREEN')
          throw new Problem('state_moved');
        const handedIn = await change(work, applicant, inReview, 'applicantPending');
        if (answer === null) return handedIn;
        const provesOther = answer === 'OTHER';
        return change(work, handedIn, { ...reviews[answer], provesOther }, 'applicantReviewed');
      });
    },
    jobs: {
      [deliverTask]: async (work, payload) => {
        const { body } = payload as { readonly body: string };
        const headers = signWebhook(await secretOf(work.sql), body);
        await receive(work, { headers, bytes: Buffer.from(body) });
      },
    },
  };
}

async function requireApplicant(work: Work): Promise<StoredApplicant> {
  const token = work.request?.headers['x-access-token'];
  const applicant = token === undefined ? undefined : await lockApplicantOfToken(work.sql, token);
  if (!applicant) throw new Problem('unauthenticated');
  return applicant;
}

/** Stores a review and sends its webhook when this transaction commits. */
async function change(
  work: Work,
  { id }: StoredApplicant,
  review: Review & { readonly provesOther?: boolean },
  type: string,
) {
  const applicant = await updateReview(work.sql, id, review);
  const body = JSON.stringify(eventOf(applicant, type));
  await addJobs(work.sql, [{ task: deliverTask, payload: { body } }]);
  return applicant;
}

/** The provider's webhook of this applicant. */
function eventOf(applicant: StoredApplicant, type: string) {
  return {
    applicantId: applicant.id,
    externalUserId: applicant.externalId,
    type,
    levelName: level,
    createdAtMs: applicant.changedAt.toISOString().replace('T', ' ').replace('Z', ''),
    reviewStatus: applicant.reviewStatus,
    ...resultOf(applicant),
  };
}

/** The provider's answer about this applicant. */
function answerOf(applicant: StoredApplicant) {
  const { id, externalId, known, provesOther, reviewStatus, changedAt } = applicant;
  const time = changedAt.toISOString();
  return {
    id,
    externalUserId: externalId,
    ...(known && { info: documentsOf(provesOther ? otherThan(known) : known) }),
    review: { reviewStatus, levelName: level, createDate: time, reviewDate: time, ...resultOf(applicant) },
  };
}

/** What the provider would have read from documents of this person or company. */
function documentsOf(known: KnownIdentity) {
  const { nationality, ...info } = { nationality: undefined, ...providedInfo(known) };
  return known.kind === 'company'
    ? info
    : { ...info, nationality, idDocs: [{ country: nationality, validUntil: '2099-12-31' }] };
}

/** Someone whose documents are not those of the applicant. */
const otherThan = (known: KnownIdentity): KnownIdentity =>
  known.kind === 'company'
    ? { ...known, name: 'Sillamäe Holding OÜ', registrationNumber: '90000001' }
    : { ...known, firstName: 'Mark', lastName: 'Muulane', bornOn: '1971-02-03' };

const resultOf = ({ reviewAnswer, rejectType }: StoredApplicant) =>
  reviewAnswer === null
    ? {}
    : { reviewResult: { reviewAnswer, ...(rejectType === null ? {} : { reviewRejectType: rejectType }) } };
