/** Invitations to a company for tests: the call, the link in the email, the texted code. */
import { type InvitationInput, invitePerson, sendInvitationCode } from '@calmly/contract';
import type { TestApp } from '../../app.ts';
import { type Colleague, callWithCode, noRights, phone } from '../colleagues.ts';
import { lettersTo } from '../letters.ts';

export const mayRequest = { ...noRights, can_request_trans: true };

/** The administrator's invitation, with the code; default right: to request payments. */
export const inviteBy = (
  app: TestApp,
  boss: Colleague,
  input: Pick<InvitationInput, 'email'> & Partial<InvitationInput>,
) => callWithCode(app, boss, invitePerson, { body: { rights: mayRequest, validUntil: null, ...input } });

/** The secret of the last link that went to this address. */
export async function linkTo(app: TestApp, recipient: string): Promise<string> {
  const letters = await lettersTo(app.database.sql, recipient);
  const token = /\/invitation\?token=([\w-]+)/.exec(letters.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('no invitation was mailed');
  return token;
}

/** The code that confirms an invited person's phone. */
export async function textedCode(app: TestApp, token: string, to = phone): Promise<string> {
  const { output } = await app.call(sendInvitationCode, { body: { token, phone: to } });
  if (output.code === undefined) throw new Error('the answer shows no code');
  return output.code;
}
