/** Who is signed in, for this tab. Tabs of one browser share the cookie, so they tell each other of activity and of the end. */
import type { StaffSession } from '@calmly/contract/staff';
import { useSyncExternalStore } from 'react';

export type SessionEnd = 'ended' | 'idle' | 'signed-out';

export interface SignedIn {
  readonly person: StaffSession;
  /** How long the session lasts without activity. */
  readonly idleMs: number;
  /** When it ends unless something is done before, on this browser's clock. */
  readonly idleUntil: number;
}

/** `unknown` until the bank has answered; `undefined` without a session. */
let session: SignedIn | 'unknown' | undefined = 'unknown';
const listeners = new Set<() => void>();
const endListeners = new Set<(reason: SessionEnd) => void>();
const tabs = typeof window === 'object' ? new BroadcastChannel('calmly-office') : undefined;

type Message = { readonly kind: 'active' } | { readonly kind: 'over'; readonly reason: SessionEnd };

if (tabs)
  tabs.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'active') extend();
    else end(data.reason);
  };

export const getSession = () => session;

function set(next: typeof session) {
  session = next;
  for (const listener of listeners) listener();
}

/** How far the bank's clock is ahead of this browser's. */
let aheadMs = 0;

/** Takes the bank's time from an answer: on a browser whose clock is wrong, a session would otherwise seem to be over. */
export function noteClock(date: string | null): void {
  const at = Date.parse(date ?? '');
  if (!Number.isNaN(at)) aheadMs = at - Date.now();
}

/** A time of the bank on this browser's clock. */
export const onOwnClock = (time: string): number => Date.parse(time) - aheadMs;

/** Takes over the bank's answer. */
export function keepSession(person: StaffSession): void {
  const idleUntil = onOwnClock(person.idleUntil);
  set({ person, idleMs: Math.max(0, idleUntil - Date.now()), idleUntil });
}

/** Without a session; nothing is announced. */
export const keepNone = (): void => set(undefined);

/** A call of the person was answered. */
export function noteActivity(): void {
  extend();
  tabs?.postMessage({ kind: 'active' } satisfies Message);
}

function extend(): void {
  if (!session || session === 'unknown') return;
  const idleUntil = Date.now() + session.idleMs;
  // Seconds are not shown, so most calls change nothing that is on the screen.
  if (idleUntil - session.idleUntil > 5_000) set({ ...session, idleUntil });
}

/** The session is over: the sign-in opens, in every tab. */
export function sessionOver(reason: SessionEnd): void {
  if (session === undefined) return;
  tabs?.postMessage({ kind: 'over', reason } satisfies Message);
  end(reason);
}

function end(reason: SessionEnd): void {
  const wasThere = session !== undefined && session !== 'unknown';
  set(undefined);
  if (wasThere) for (const listener of endListeners) listener(reason);
}

/** Called when a session that was there ends. */
export function onSessionEnd(listener: (reason: SessionEnd) => void): void {
  endListeners.add(listener);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let last: SignedIn | undefined;

/** Behind the sign-in only. While its end is on the way to the screen, the last one stays. */
export function useSession(): SignedIn {
  const now = useSyncExternalStore(subscribe, getSession);
  if (now && now !== 'unknown') last = now;
  if (!last) throw new Error('nobody is signed in');
  return last;
}

export const isSignedIn = (): boolean => session !== undefined && session !== 'unknown';
