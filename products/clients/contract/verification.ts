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
    /** The company that is to be checked; `id` is then the own profile of who added it. Unless said, the one acted for. */
    CompanyId: zId.optional(),
  }),
  response: z.strictObject({
    token: z.string(),
    /** Origin of the widget's page; null: the portal's own (sandbox). */
    base_url: z.url().nullable(),
  }),
});

/** What a person may be known by. */
export const identityDocumentTypes = ['ID_CARD', 'PASSPORT', 'DRIVERS'] as const;
export type IdentityDocumentType = (typeof identityDocumentTypes)[number];

/** What the tester may have the provider answer; OTHER is an approval of someone else's documents, RETRY a refusal that may be tried again. */
export const sandboxAnswers = ['GREEN', 'OTHER', 'RETRY', 'RED'] as const;
export type SandboxAnswer = (typeof sandboxAnswers)[number];

/** An applicant as the sandbox's provider shows it to its own widget. */
export const zSandboxApplicant = wire({
  id: ['id', z.string()],
  /** For a company the provider checks only the company: the person who added it is already verified. */
  kind: ['type', z.enum(['individual', 'company'])],
  reviewStatus: ['reviewStatus', z.enum(['init', 'pending', 'completed'])],
  reviewAnswer: ['reviewAnswer', z.enum(['GREEN', 'RED']).nullable()],
  rejectType: ['reviewRejectType', z.enum(['FINAL', 'RETRY']).nullable()],
});
export type SandboxApplicant = z.output<typeof zSandboxApplicant>;

/** The widget's calls carry its token in `X-Access-Token`, as the provider's own do; `unauthenticated` when it has expired. */
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
    /** Of the document; a company submits none. */
    country: ['country', zCountry.optional()],
    documentType: ['idDocType', z.enum(identityDocumentTypes).optional()],
    /** What the provider shall answer, chosen by the tester; null: nothing, the check stays in review. */
    answer: ['answer', z.enum(sandboxAnswers).nullable()],
  }),
});
