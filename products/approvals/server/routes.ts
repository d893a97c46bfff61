/** The calls of approvals: endpoint to service or store. */
import {
  approvePayment,
  changePolicy,
  countInbox,
  type DecisionResult,
  decideInbox,
  getApproval,
  getPolicy,
  listApprovals,
  listInbox,
  previewPolicy,
  recallApproval,
  rejectPayment,
} from '@calmly/contract';
import { problemSentence } from '@calmly/platform/http/calls/problems.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { badFields } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { type Decision, decideMany, recall } from './decide.ts';
import type { Handlers } from './handlers.ts';
import * as inbox from './inbox.ts';
import * as policy from './policy/policy.ts';

/** Deciding on many answers 200 with an outcome for each; deciding on one payment's request throws its refusal. */
export function approvalRoutes(router: Router, handlers: Handlers): void {
  router.read(listInbox, (work, { query }) => inbox.listInbox(work, query));
  router.read(countInbox, (work) => inbox.countInbox(work));
  router.write(decideInbox, async (work, { body }) => {
    const { items, decision, reason } = body;
    if (decision === 'REJECT' && reason === undefined) throw badFields({ field: 'reason', code: 'required' });
    const outcomes = await decideMany(work, handlers, items, { decision, reason });
    const shown = await inbox.approvalsById(
      work,
      outcomes.map(({ id }) => id),
    );
    const results = outcomes.map(
      ({ id, outcome, problem }): DecisionResult => ({
        id,
        outcome,
        problem: problem?.code ?? null,
        message: problem && problemSentence(problem, work.request?.locale ?? 'en'),
        approval: shown.get(id) ?? null,
      }),
    );
    return { results };
  });
  router.read(listApprovals, (work, { query }) => inbox.listOfClient(work, query));
  router.read(getApproval, (work, { params }) => inbox.readApproval(work, params.id));
  router.write(recallApproval, async (work, { params }) => {
    await recall(work, handlers, params.id);
    return inbox.readApproval(work, params.id);
  });

  const decidePayment = async (work: Work, paymentId: string, version: string, decision: Decision) => {
    const { id } = await inbox.requirePaymentRequest(work, paymentId);
    const [outcome] = await decideMany(work, handlers, [{ id, version }], decision);
    if (outcome?.problem) throw outcome.problem;
    return inbox.readApproval(work, id);
  };
  router.write(approvePayment, (work, { params, body }) =>
    decidePayment(work, params.id, body.version, { decision: 'APPROVE' }),
  );
  router.write(rejectPayment, (work, { params, body: { version, reason } }) =>
    decidePayment(work, params.id, version, { decision: 'REJECT', reason }),
  );

  router.read(getPolicy, (work) => policy.readPolicy(work));
  router.write(changePolicy, (work, { body }) => policy.changePolicy(work, body));
  router.read(previewPolicy, (work, { body }) => policy.previewPolicy(work, body));
}
