/** Deciding on many approvals at once. Separate from `approvals.ts` because it lists every problem, which screens without decisions never need. */

import { type ProblemCode, problems } from '@calmly/contract/problems';
import { zId } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zApproval, zReason } from './approvals.ts';

const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

/** APPROVED: the last consent, and the request is carried out. CONSENTED: counted, and the next one is awaited. */
export const decisionOutcomes = ['APPROVED', 'CONSENTED', 'REJECTED', 'REFUSED'] as const;

export const zDecisionResult = wire({
  id: ['Id', zId],
  outcome: ['Outcome', z.enum(decisionOutcomes)],
  /** Why it was refused; the others were decided nevertheless. */
  problem: ['Problem', z.enum(problemCodes).nullable()],
  /** The same as a sentence, in the caller's language. */
  message: ['Message', z.string().nullable()],
  /** The current state; null if the person may not see it. */
  approval: ['Approval', zApproval.nullable()],
});
export type DecisionResult = z.output<typeof zDecisionResult>;

export const decideInbox = endpoint({
  id: 'decideInbox',
  method: 'PUT',
  path: '/inbox/decisions',
  tag: 'Approvals',
  summary:
    'Approve or reject several requests at once, in any profile; one code is bound to each request and its version',
  access: 'active',
  presence: 'own',
  twoFactor: 'always',
  money: 'leaves',
  idempotent: true,
  body: wire({
    items: [
      'Items',
      z
        .array(wire({ id: ['Id', zId], version: ['Version', z.string().min(1).max(64)] }))
        .min(1)
        .max(100),
    ],
    decision: ['Decision', z.enum(['APPROVE', 'REJECT'])],
    /** Required with REJECT; the requesters see it. */
    reason: ['Reason', zReason.optional()],
  }),
  response: wire({ results: ['Results', z.array(zDecisionResult)] }),
});
export type DecisionsInput = z.output<(typeof decideInbox)['body']>;
