/**
 * Sumsub's messages: signed webhooks and review results. The sandbox uses the same format, so there is one reader.
 *
 * A webhook carries `x-payload-digest`, the HMAC of the raw body in hexadecimal, and `x-payload-digest-alg`. SHA-1, offered only for old
 * receivers, is refused. Times are `2020-02-21 13:23:19.001` in UTC (webhooks) and `2020-02-21 13:23:19+0000` (answers). Source:
 * docs.sumsub.com, "Webhook manager", "User verification webhooks", "Get applicant data".
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookDelivery } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import isoCodes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { z } from 'zod';
import { readAnswer } from '../ask.ts';
import type { KnownIdentity, KycKind, KycOutcome, KycReport, ProvedIdentity } from './kyc.ts';

const hashByAlgorithm = new Map([
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
]);

/** Our client id; applicants that someone made in the provider's dashboard have other ids or none. */
const zOurId = z.uuid().optional().catch(undefined);

/** RED can be final or worth another try; anything but a plain RETRY is final. */
const zReviewResult = z.object({
  reviewAnswer: z.string(),
  reviewRejectType: z.string().optional(),
  rejectLabels: z.array(z.string()).optional(),
});

const zEvent = z.object({
  applicantId: z.string().max(100),
  externalUserId: zOurId,
  type: z.string().max(100),
  levelName: z.string().optional(),
  createdAtMs: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
  reviewStatus: z.string().optional(),
  reviewResult: zReviewResult.optional(),
});

const zText = z.string().nullish().catch(null);
/** Some answers have a time beside the day. */
const zDay = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d/)
  .transform((text) => text.slice(0, 10))
  .nullish()
  .catch(null);

const zInfo = z.object({
  firstName: zText,
  firstNameEn: zText,
  lastName: zText,
  lastNameEn: zText,
  dob: zDay,
  country: zText,
  nationality: zText,
  idDocs: z.array(z.object({ country: zText, validUntil: zDay })).optional(),
  companyInfo: z.object({ companyName: zText, registrationNumber: zText, country: zText }).optional(),
});

const zApplicant = z.object({
  id: z.string(),
  externalUserId: zOurId,
  info: zInfo.optional(),
  review: z.object({
    reviewStatus: z.string(),
    levelName: z.string().optional(),
    createDate: z.string().optional(),
    reviewDate: z.string().optional(),
    reviewResult: zReviewResult.optional(),
  }),
});

/** The name of the verification level of each kind; they may be the same. */
export type Levels = Readonly<Record<KycKind, string>>;

/** Whose webhooks are believed, and the check they must be about. */
export interface WebhookTrust {
  readonly secret: string;
  readonly levels: Levels;
}

const kinds = ['individual', 'company'] as const;
const kindsOf = (levels: Levels, level: string | undefined): KycKind[] =>
  kinds.filter((kind) => level === undefined || levels[kind] === level);

/** The headers that make a body the provider's own word. */
export function signWebhook(secret: string, body: string | Buffer): Readonly<Record<string, string>> {
  return {
    'x-payload-digest': createHmac('sha256', secret).update(body).digest('hex'),
    'x-payload-digest-alg': 'HMAC_SHA256_HEX',
  };
}

/** The report in a webhook, once its signature over the raw bytes is right. Errors: `webhook_refused`, `invalid_request`. */
export function readSignedWebhook(trust: WebhookTrust, { headers, bytes }: WebhookDelivery): KycReport {
  const hash = hashByAlgorithm.get(headers['x-payload-digest-alg'] ?? '');
  const given = Buffer.from(headers['x-payload-digest'] ?? '', 'hex');
  const right = hash === undefined ? undefined : createHmac(hash, trust.secret).update(bytes).digest();
  if (right === undefined || given.length !== right.length || !timingSafeEqual(given, right))
    throw new Problem('webhook_refused');
  const event = parse(zEvent, bytes.toString('utf8'));
  return {
    applicantId: event.applicantId,
    externalId: event.externalUserId,
    type: event.type,
    outcome: outcomeOfEvent(event),
    kinds: kindsOf(trust.levels, event.levelName),
    proved: undefined,
    at: new Date(`${event.createdAtMs.replace(' ', 'T')}Z`),
    rejectLabels: event.reviewResult?.rejectLabels ?? [],
  };
}

/** The provider's answer about an applicant. `askedAt` replaces a time that it does not give. */
export function readApplicant(levels: Levels, text: string, askedAt: Date): KycReport {
  const { id, externalUserId, info, review } = parse(zApplicant, text);
  const time = review.reviewStatus === 'completed' ? review.reviewDate : review.createDate;
  return {
    applicantId: id,
    externalId: externalUserId,
    type: `asked ${review.reviewStatus}`,
    outcome: outcomeOfReview(review),
    kinds: kindsOf(levels, review.levelName),
    proved: info && provedBy(info),
    at: time === undefined ? askedAt : endOf(time),
    rejectLabels: review.reviewResult?.rejectLabels ?? [],
  };
}

function provedBy({ companyInfo, idDocs = [], ...person }: z.output<typeof zInfo>): ProvedIdentity {
  if (companyInfo)
    return {
      names: listed(companyInfo.companyName),
      bornOn: null,
      countries: listed(alpha2(companyInfo.country)),
      validUntil: null,
      registrationNumber: companyInfo.registrationNumber ?? null,
    };
  const { firstName, lastName, firstNameEn, lastNameEn, dob, country, nationality } = person;
  return {
    names: [...new Set([joined(firstName, lastName), joined(firstNameEn, lastNameEn)].flatMap(listed))],
    bornOn: dob ?? null,
    countries: [
      ...new Set(
        [...idDocs.map((document) => document.country), country, nationality].flatMap((code) =>
          listed(alpha2(code)),
        ),
      ),
    ],
    validUntil:
      idDocs
        .flatMap(({ validUntil }) => listed(validUntil))
        .toSorted()
        .at(-1) ?? null,
    registrationNumber: null,
  };
}

const listed = (text: string | null | undefined): string[] => (text ? [text] : []);
const joined = (first: string | null | undefined, last: string | null | undefined) =>
  first && last ? `${first} ${last}` : null;

const alpha3By: ReadonlyMap<string, string> = new Map(isoCodes.map(([two = '', three = '']) => [two, three]));
const alpha2By: ReadonlyMap<string, string> = new Map(isoCodes.map(([two = '', three = '']) => [three, two]));
const alpha2 = (code: string | null | undefined) => alpha2By.get(code?.toUpperCase() ?? '') ?? null;

/** Who applies, in the provider's fields: what its staff compare the documents with. */
export function providedInfo(known: KnownIdentity) {
  if (known.kind === 'company') {
    const { name: companyName, registrationNumber, country } = known;
    return { companyInfo: { companyName, registrationNumber, country: alpha3By.get(country) } };
  }
  const { firstName, lastName, bornOn, citizenship } = known;
  return {
    firstName,
    lastName,
    ...(bornOn !== null && { dob: bornOn }),
    ...(citizenship !== null && { nationality: alpha3By.get(citizenship) }),
  };
}

/** A time of an answer; one to the second means its end, so that no webhook of that second seems newer. */
function endOf(time: string): Date {
  const [, day, clock = '', fraction = '.999', zone = 'Z'] =
    /^(\S{10})[ T]([\d:]{8})(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(time) ?? [];
  const at = new Date(`${day}T${clock}${fraction}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`);
  if (Number.isNaN(at.getTime())) throw new Problem('invalid_request');
  return at;
}

function outcomeOfEvent({ type, reviewResult }: z.output<typeof zEvent>): KycOutcome | undefined {
  if (type === 'applicantReviewed') return outcomeOfReview({ reviewStatus: 'completed', reviewResult });
  if (type === 'applicantPending' || type === 'applicantOnHold') return 'in_review';
  // The provider's staff have discarded the submission.
  if (type === 'applicantReset') return 'retry';
  return undefined;
}

function outcomeOfReview(review: {
  readonly reviewStatus: string;
  readonly reviewResult?: z.output<typeof zReviewResult> | undefined;
}): KycOutcome | undefined {
  if (review.reviewStatus === 'init') return 'not_started';
  if (review.reviewStatus !== 'completed') return 'in_review';
  if (review.reviewResult?.reviewAnswer === 'GREEN') return 'approved';
  if (review.reviewResult?.reviewAnswer !== 'RED') return undefined;
  return review.reviewResult.reviewRejectType === 'RETRY' ? 'retry' : 'declined';
}

function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return readAnswer('Sumsub', text, schema);
  } catch (error) {
    throw new Problem('invalid_request', { cause: error });
  }
}
