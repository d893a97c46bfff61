/** The calls of a session: who is signed in, the sign-in, its end. */
import { ApiProblem } from '@calmly/contract';
import {
  acceptInvitation,
  beginStaffSignIn,
  completeStaffSignIn,
  endStaffSession,
  getStaffSession,
} from '@calmly/contract/staff';
import { queryClient } from '@calmly/portal-kit/session/query-client.ts';
import { type CallInput, call } from './client.ts';
import { getSession, keepNone, keepSession, sessionOver } from './state.ts';

/** Finds out who is signed in. Without an answer of the bank it stays unknown, and the screen says why. */
export async function readSession(): Promise<void> {
  try {
    keepSession(await call(getStaffSession));
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
    keepNone();
  }
}

export const begin = (body: CallInput<typeof beginStaffSignIn>['body'] & object) =>
  call(beginStaffSignIn, { body });

export async function complete(body: CallInput<typeof completeStaffSignIn>['body'] & object): Promise<void> {
  queryClient.clear();
  keepSession(await call(completeStaffSignIn, { body }));
}

export async function accept(body: CallInput<typeof acceptInvitation>['body'] & object): Promise<void> {
  queryClient.clear();
  keepSession(await call(acceptInvitation, { body }));
}

/** Ends the session at the bank; if that fails, the person stays signed in and is told. */
export async function signOut(): Promise<void> {
  try {
    await call(endStaffSession);
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error;
  }
  if (getSession()) sessionOver('signed-out');
}
