/** The response of a call with `approval` when a company's policy holds it back. Every caller may get it, so this file imports nothing else. */

import { zId } from '@calmly/contract-kit/common.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** A person by name. Approvals compare people, never the profiles they act in. */
export const zPersonName = wire({ id: ['Id', zId], name: ['Name', z.string()] });
export type PersonName = z.output<typeof zPersonName>;

/** The answer (202) of a call with `approval` that has not changed anything yet: it waits for these people. */
export const zSentForApproval = wire({
  approvalId: ['ApprovalId', zId],
  waitingFor: ['WaitingFor', z.array(zPersonName)],
});
export type SentForApproval = z.output<typeof zSentForApproval>;

/** Whether a call's answer means that it waits for approval. */
export const isSentForApproval = (answer: unknown): answer is SentForApproval =>
  typeof answer === 'object' && answer !== null && 'approvalId' in answer && 'waitingFor' in answer;
