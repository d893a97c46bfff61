/**
 * The identity check in a provider's widget, and the calls of the sandbox's own widget. Source: specification sections 4, 7, 9; server
 * page section 4.
 */

import { zCountry, zId, zIdParam } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** Seconds a widget's token lives (specification section 9). */
export const verificationTokenSeconds = 600;

export const issueVerificationToken = endpoint({
  id: 'issueVerificationToken',
  method: 'POST',
  path: '/clients/{id}/sdktoken',
  tag: 'Verification',
  summary:
    'Create a token that starts the verification widget for the client (for a company, with its creator’s id)',
  access: 'client',
  presence: 'required',
  right: 'is_boss',
  params: zIdParam,
  body: z.strictObject({
    ttlInSecs: z.literal(verificationTokenSeconds),
    /** The company to check; `id` is then its creator's own profile. Default: the company acted for. */
    CompanyId: zId.optional(),
  }),
  response: z.strictObject({
    token: z.string(),
    /** Origin of the widget's page; null: the portal's own (sandbox). */
    base_url: z.url().nullable(),
  }),
});

/** Documents that prove a person's identity. */
export const identityDocumentTypes = ['ID_CARD', 'PASSPORT', 'DRIVERS'] as const;
export type IdentityDocumentType = (typeof identityDocumentTypes)[number];

/** Answers that a tester can choose: OTHER approves someone else's documents, RETRY is a refusal that may be repeated. */
export const sandboxAnswers = ['GREEN', 'OTHER', 'RETRY', 'RED'] as const;
export type SandboxAnswer = (typeof sandboxAnswers)[number];

/** An applicant, in the form the sandbox's provider gives its own widget. */
export const zSandboxApplicant = wire({
  id: ['id', z.string()],
  /** For a company the provider checks only the company, because the person who added it is already verified. */
  kind: ['type', z.enum(['individual', 'company'])],
  reviewStatus: ['reviewStatus', z.enum(['init', 'pending', 'completed'])],
  reviewAnswer: ['reviewAnswer', z.enum(['GREEN', 'RED']).nullable()],
  rejectType: ['reviewRejectType', z.enum(['FINAL', 'RETRY']).nullable()],
});
export type SandboxApplicant = z.output<typeof zSandboxApplicant>;

/** The widget's calls send its token in `X-Access-Token`, as the real provider's do; `unauthenticated` if it has expired. */
const sandboxCall = {
  tag: 'Verification (sandbox)',
  access: 'public',
  presence: 'open',
  response: zSandboxApplicant,
} as const;

export const getSandboxApplicant = endpoint({
  ...sandboxCall,
  id: 'getSandboxApplicant',
  method: 'GET',
  path: '/sandbox/applicant',
  summary: 'Read the state of the check for the sandbox widget',
});

export const submitSandboxDocuments = endpoint({
  ...sandboxCall,
  id: 'submitSandboxDocuments',
  method: 'POST',
  path: '/sandbox/applicant/documents',
  summary: 'Submit document and selfie in the sandbox widget; no picture is sent or stored',
  body: wire({
    /** The document's country; absent for companies. */
    country: ['country', zCountry.optional()],
    documentType: ['idDocType', z.enum(identityDocumentTypes).optional()],
    /** The provider's answer, chosen by the tester; null: no answer, so the check stays in review. */
    answer: ['answer', z.enum(sandboxAnswers).nullable()],
  }),
});
