/** Acts by two: one person proposes, another approves what they saw. */
import { zId, zIdParam, zTime } from '@calmly/contract-kit/common.ts';
import { staffEndpoint } from '@calmly/contract-kit/staff.ts';
import { z } from 'zod';
import { zReason } from './session.ts';

const proposals = { tag: 'Proposals' } as const;

/** DONE was carried out; VOIDED: what it was about changed after it was proposed. */
export const proposalStates = ['WAITING', 'DONE', 'REJECTED', 'WITHDRAWN', 'EXPIRED', 'VOIDED'] as const;
export type ProposalState = (typeof proposalStates)[number];

const zPersonName = z.strictObject({ id: zId, name: z.string() });

export const zProposal = z.strictObject({
  id: zId,
  /** `staff.roles`. */
  act: z.string(),
  state: z.enum(proposalStates),
  /** What it is about, in a few words: a person's name. */
  subject: z.string(),
  /** What changes: the name of a value, now and after. */
  changes: z.array(
    z.strictObject({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  reason: z.string(),
  maker: zPersonName,
  createdAt: zTime,
  until: zTime,
  /** Who decided, and why it was rejected. */
  checker: zPersonName.nullable(),
  decidedAt: zTime.nullable(),
  comment: z.string().nullable(),
  /** The fingerprint of what is shown here; an approval names it. */
  seen: z.string(),
  /** Whether the reader may approve or reject it, or withdraw it. */
  mayCheck: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type Proposal = z.output<typeof zProposal>;

export const listProposals = staffEndpoint({
  ...proposals,
  id: 'listProposals',
  method: 'GET',
  path: '/proposals',
  summary: 'List proposals, newest first: those that wait, or those that are over',
  roles: 'all',
  query: z.strictObject({
    state: z.enum(['waiting', 'over']).default('waiting'),
    before: zId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.strictObject({ items: z.array(zProposal), next: zId.nullable() }),
});

export const getProposal = staffEndpoint({
  ...proposals,
  id: 'getProposal',
  method: 'GET',
  path: '/proposals/{id}',
  summary: 'Read a proposal',
  roles: 'all',
  params: zIdParam,
  response: zProposal,
});

export const approveProposal = staffEndpoint({
  ...proposals,
  id: 'approveProposal',
  method: 'POST',
  path: '/proposals/{id}/approve',
  summary: 'Approve a proposal of another person and carry it out, if it is still what was seen',
  roles: 'all',
  freshFactor: true,
  idempotent: true,
  params: zIdParam,
  body: z.strictObject({ seen: z.string().min(1).max(100) }),
  response: zProposal,
});

export const rejectProposal = staffEndpoint({
  ...proposals,
  id: 'rejectProposal',
  method: 'POST',
  path: '/proposals/{id}/reject',
  summary: 'Reject a proposal of another person',
  roles: 'all',
  idempotent: true,
  params: zIdParam,
  body: z.strictObject({ reason: zReason }),
  response: zProposal,
});

export const withdrawProposal = staffEndpoint({
  ...proposals,
  id: 'withdrawProposal',
  method: 'POST',
  path: '/proposals/{id}/withdraw',
  summary: 'Withdraw the own proposal',
  roles: 'all',
  idempotent: true,
  params: zIdParam,
  response: zProposal,
});
