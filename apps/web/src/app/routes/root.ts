/** What every area of routes stands on: the root, the guard that `guards.ts` decides for, and the readers of search params. */
import { createRootRoute, redirect } from '@tanstack/react-router';
import { ErrorPage } from '../../features/errors/index.ts';
import type { LeaveReason } from '../../session/session.ts';
import { getSession } from '../../session/state.ts';
import { destinationOf, type RouteKind } from '../guards.ts';
import { RootScreen } from '../progress-bar.tsx';

export const root = createRootRoute({
  component: RootScreen,
  errorComponent: ErrorPage,
});

/** Sends a visitor elsewhere when the guards say so; after sign-in they come back to where they wanted. */
export function guard(kind: RouteKind) {
  return ({ location }: { location: { href: string } }) => {
    const session = getSession();
    const visitor =
      session.status === 'signed-in'
        ? { ...session.client, termsAccepted: session.termsAccepted }
        : undefined;
    const to = destinationOf(kind, visitor);
    if (!to) return;
    const wanted = to === '/login' && location.href !== '/' ? { next: location.href } : {};
    throw redirect(to === '/login' ? { to, search: wanted } : { to });
  };
}

/** A search param that says something. */
export const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

interface LoginSearch {
  /** A path of ours to open after sign-in. */
  next?: string;
  /** Why the person is here. */
  reason?: LeaveReason;
}

const leaveReasons: readonly LeaveReason[] = ['idle', 'frozen', 'ended'];

export function loginSearch(search: Record<string, unknown>): LoginSearch {
  const reason = leaveReasons.find((known) => known === search.reason);
  return {
    // Only a path: an address of another site must not be where a sign-in ends.
    ...(typeof search.next === 'string' && /^\/(?![/\\])/.test(search.next) && { next: search.next }),
    ...(reason && { reason }),
  };
}

/** What a mailed link brings along. */
export const linkSearch = (search: Record<string, unknown>) => ({
  ...(text(search.token) && { token: text(search.token) }),
});

/** A mailed link's token, or which of the invitations that wait for whoever is signed in. */
export const invitationSearch = (search: Record<string, unknown>) => ({
  ...linkSearch(search),
  ...(text(search.id) && { id: text(search.id) }),
});
