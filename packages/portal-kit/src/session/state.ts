/**
 * Who is signed in, in this page's memory only: the access token never touches storage. The session itself is the server's HttpOnly
 * cookie. The readable cookie `signed-in` only says that requesting a token may succeed, and whether the client chose to be remembered
 * (specification section 9: 7 days, and no idle logout).
 */
import type { Client } from '@calmly/contract';
import { readCookie } from '@calmly/ui/cookie.ts';
import { useSyncExternalStore } from 'react';

export interface SignedIn {
  readonly status: 'signed-in';
  readonly client: Client;
  readonly remembered: boolean;
  /** The current main terms are accepted. */
  readonly termsAccepted: boolean;
  /** The identity check has passed while this page was open: the portal opens the dashboard, once. */
  readonly isJustVerified: boolean;
}

export type Session = { readonly status: 'starting' } | { readonly status: 'anonymous' } | SignedIn;

let session: Session = { status: 'starting' };
let token: string | undefined;
const listeners = new Set<() => void>();

/** For code outside React; components use `useSession`. */
export const getSession = (): Session => session;
/** Undefined without a session. It may have expired; the client renews it. */
export const getToken = (): string | undefined => token;

export function setToken(next: string | undefined): void {
  token = next;
}

/** Notifies all subscribers, even if nothing changed. */
export function setSession(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** States that end when the identity check passes. */
const beforeVerified: ReadonlySet<Client['state']> = new Set(['SMS_CONFIRMED', 'CREATED', 'KYC_DECLINED']);

/** The client as read, with whether the check has passed since `before`. */
export const followCheck = (before: SignedIn, read: SignedIn): SignedIn => ({
  ...read,
  isJustVerified:
    read.client.state === 'ACTIVE' && (before.isJustVerified || beforeVerified.has(before.client.state)),
});

/** The client has reached the dashboard. */
export function arriveVerified(): void {
  if (session.status === 'signed-in') setSession({ ...session, isJustVerified: false });
}

/** The session; rerenders on changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, getSession, getSession);
}

/** The signed-in client. Only under the guarded routes, where there always is one. */
export function useClient(): Client {
  const current = useSession();
  if (current.status !== 'signed-in') throw new Error('useClient outside a signed-in route');
  return current.client;
}

const rememberedSeconds = 604_800;

/** Whether this browser probably holds a session cookie. */
export function sessionHint(): 'remembered' | 'session' | undefined {
  const value = readCookie('signed-in');
  return value === 'remembered' || value === 'session' ? value : undefined;
}

/**
 * Undefined deletes it. `remembered` lasts seven days, as the server's cookie does; `session` ends with the
 * browser.
 */
export function setSessionHint(hint: 'remembered' | 'session' | undefined): void {
  const age = hint === 'remembered' ? `; Max-Age=${rememberedSeconds}` : hint ? '' : '; Max-Age=0';
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is missing in Firefox and Safari before 18.4
  document.cookie = `signed-in=${hint ?? ''}; Path=/; SameSite=Strict${age}`;
}

/** Another tab has signed out, and its message may still be on its way; or the person has deleted the cookies. */
export const hasEndedElsewhere = (): boolean => session.status === 'signed-in' && sessionHint() === undefined;
