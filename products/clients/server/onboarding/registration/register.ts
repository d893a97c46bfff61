/**
 * Registration: a draft with its application, and the email that confirms its address. The response, its time and its cookies are the
 * same whether the address is unused or a client's.
 *
 * Errors in the order checked: invalid_request on `password`; those of `openDraft`.
 */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { badFields } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { checkNewPassword, type Identity } from '../../../../identity/server/index.ts';
import { type ConfirmationOptions, sendFirstEmailCode } from '../confirmation/confirmation.ts';
import { forgetTask } from '../jobs.ts';
import { draftDays } from '../rules.ts';
import { type Application, insertApplication } from '../store.ts';

export interface RegisterOptions extends ConfirmationOptions {
  readonly openDraft: Identity['openDraft'];
}

/** `POST /registrations`. */
export async function registerStranger(
  work: Work,
  { openDraft, ...confirmation }: RegisterOptions,
  input: {
    readonly email: string;
    readonly password: string;
    readonly phone: string;
    readonly kind: Application['kind'];
  },
) {
  const { kind, ...registration } = input;
  const rejection = checkNewPassword(input.password, { email: input.email });
  if (rejection) throw badFields({ field: 'password', code: rejection });
  return openDraft(work, registration, async (inside, draft) => {
    await insertApplication(inside.sql, { ...draft, kind, at: work.now });
    await sendFirstEmailCode(inside, confirmation, { clientId: draft.clientId, email: input.email });
    const runAt = new Date(work.now.getTime() + draftDays * 86_400_000);
    await addJobs(inside.sql, [{ task: forgetTask, payload: draft, runAt }]);
  });
}
