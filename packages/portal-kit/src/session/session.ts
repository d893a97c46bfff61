/**
 * The life cycle of a session in the browser: start, sign in, refresh, sign out (specification section 4; server page section 3).
 * Tabs share one rotating cookie: a lock serialises refreshes, and a sign-out in one tab ends all. The call that ends a session runs
 * alone (`turns.ts`), so that no other call is refused because of it. The bank's client and the contract are loaded on demand.
 */
import type { CallInput, joinByInvitation, register, Token } from '@calmly/contract';
import { readCookie } from '@calmly/ui/cookie.ts';
import { forgetScheme } from '@calmly/ui/theme/colour-scheme.ts';
import { sessionHandlers } from './handlers.ts';
import { createReadings } from './live/readings.ts';
import {
  followCheck,
  getSession,
  getToken,
  type SignedIn,
  sessionHint,
  setSession,
  setSessionHint,
  setToken,
} from './state.ts';
import { claimTabStorage, emptyTabStorage, isTabStorageAside, setTabStorageAside } from './tab-storage.ts';
import { abandonQuestions } from './two-factor/challenge.ts';

/** Only the code that these calls need: an import of the whole contract would keep every schema. */
const loadCalls = () => import('./calls.ts');

let warmUpScreens: () => void = () => undefined;

/** Adds work to be done when a sign-in is likely. */
export function onWarmUp(handler: () => void): void {
  warmUpScreens = handler;
}

/** Preloads the code for signing in while the person still types. */
export function warmUp(): void {
  void loadCalls();
  warmUpScreens();
}

type TabMessage = 'signed-in' | 'signed-out' | 'ended' | 'switched';
const tabs = new BroadcastChannel('calmly-session');

let clientReread: (isNew: boolean) => void = () => undefined;

/** Sets the handler for a newly read client: the guards are evaluated again. */
export function onClientReread(handler: (isNew: boolean) => void): void {
  clientReread = handler;
}

/** Why someone who did not log out is signed out. */
export type LeaveReason = 'idle' | 'frozen' | 'ended';

let endSession: (reason?: LeaveReason) => void = () => undefined;
let expectedReason: LeaveReason | undefined;

/** The session is about to end for this reason; the person sees it, whichever message arrives first. */
export function expectEnd(reason: LeaveReason | undefined): void {
  expectedReason = reason;
}

/** Sets the handler for the end of the session other than by the person's own logout: go to /logout. */
export function onSessionEnd(handler: (reason?: LeaveReason) => void): void {
  endSession = handler;
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    // The server's message that the session has ended may arrive first; only this one says that it was a logout.
    if (data === 'signed-out') emptyTabStorage(true);
    if ((data === 'signed-out' || data === 'ended') && getSession().status === 'signed-in') {
      if (data === 'ended') setTabStorageAside();
      forget();
      void loadCalls().then(({ releaseProofKey }) => releaseProofKey());
      handler(data === 'ended' ? data : undefined);
    }
    if (data === 'signed-in' && getSession().status === 'anonymous') location.reload();
    if (data === 'switched' && getSession().status === 'signed-in') beginAnew();
  };
}

/** The server no longer knows the session. */
export function sessionEnded(): void {
  if (getSession().status === 'signed-in' && !isMoving) endByItself(expectedReason);
}

/** Without a logout, typed entries are kept, unless the access was closed for safety. */
function endByItself(reason: LeaveReason = 'ended'): void {
  if (reason !== 'frozen') setTabStorageAside();
  endSession(reason);
}

/** The session continues under another profile, whose cookie may still be on its way to this browser, so this is not the end. */
let isMoving = false;
/** Longer than a call may take. */
const longestMoveMs = 25_000;

/** The server reports that a tab of this browser is switching the profile. That tab notifies the others afterwards. */
export function sessionMoved(): void {
  // It is this tab, whose answer is still on its way.
  if (isMoving) return;
  isMoving = true;
  setTimeout(() => beginAnew(), longestMoveMs);
}

/** Reloads the page for the client of the session's cookie. Nothing of one profile may be visible to the next. */
function beginAnew(place = '/'): void {
  sessionStorage.removeItem(stayKey);
  location.assign(place);
}

/**
 * Switches to another profile, in every tab: the page reloads, and this never settles. Rejects with an `ApiProblem` if the switch is
 * refused; nothing has changed then. `place` is the path to open.
 */
export const switchProfile = (id: string, place?: string): Promise<void> =>
  moveTo(id, () => undefined, place);

async function moveTo(id: string, onMoved: () => void, place?: string): Promise<void> {
  const calls = await loadCalls();
  isMoving = true;
  const leave = () => {
    tabs.postMessage('switched' satisfies TabMessage);
    const gone = waitForNewPage(place);
    onMoved();
    return gone;
  };
  try {
    await calls.bank.call(calls.changeToken, { params: { id } }, { last: leave });
  } catch (error) {
    isMoving = false;
    throw error;
  }
}

/** The person's own profile, from the cookie `oldClientId`, while the session acts for a company. */
export const ownClientId = (): string | undefined => readCookie('oldClientId');

const stayKey = 'calmly.stay-in-own-profile';

/** Returns to the person's own profile, permanently. */
export const switchBack = (id: string, place?: string): Promise<void> => moveTo(id, stayInOwnProfile, place);

/** A person who acts only for companies is not redirected to the first one again in this tab. */
export const stayInOwnProfile = (): void => sessionStorage.setItem(stayKey, '1');
export const staysInOwnProfile = (): boolean => sessionStorage.getItem(stayKey) !== null;

/** The session ended for lack of activity. */
export function idleOut(): void {
  endByItself('idle');
}

/** Reports to the server that someone is at the page although the page has no calls to make. */
export async function keepAlive(): Promise<void> {
  try {
    const calls = await loadCalls();
    await calls.bank.call(calls.testToken, {});
  } catch {
    // The client has handled an ended session; without a network nothing can be kept alive.
  }
}

/**
 * Determines who is signed in. Resolves when the router may decide. By the specification, any failure while a stored session is restored logs out. If
 * the bank has not
 * refused it (no answer, or the page was left during the call), the next page asks again.
 */
export async function startSession(): Promise<void> {
  const hint = sessionHint();
  if (!hint) return forget({ keepStrangers: true });
  try {
    if (await refreshSession()) return await loadClient(hint === 'remembered');
  } catch (error) {
    isRefused = isDenial(error);
  }
  setTabStorageAside();
  forget({ keepHint: !isRefused });
}

/** Whether the bank refused the last exchange of the session's cookie. */
let isRefused = false;
const isDenial = (error: unknown): boolean =>
  error instanceof Error && 'status' in error && Number(error.status) >= 400 && Number(error.status) < 500;

/**
 * Signs in. Rejects with an `ApiProblem` that the form shows; an admin is refused with the specification's message
 * by the server.
 */
export async function signIn(username: string, password: string, remember: boolean): Promise<void> {
  const calls = await loadCalls();
  const answer = await calls.bank.call(
    calls.issueToken,
    { body: { remember } },
    { authorization: calls.basicAuthorization(username, password) },
  );
  await beginSession(answer, remember);
}

/** Registers a stranger; the bank opens a session of a client in DRAFT. Rejects like `signIn`. */
export async function signUp(registration: CallInput<typeof register>['body']): Promise<void> {
  const calls = await loadCalls();
  await beginSession(await calls.bank.call(calls.register, { body: registration }));
}

/** Creates the access of a person invited by a company, signed in. Rejects like `signIn`. */
export async function joinCompany(person: CallInput<typeof joinByInvitation>['body']): Promise<void> {
  const calls = await loadCalls();
  await beginSession(await calls.bank.call(calls.joinByInvitation, { body: person }));
}

/** Stores the token, reads the client and notifies the other tabs. */
export async function beginSession(answer: Token, remember = false): Promise<void> {
  keepToken(answer);
  await loadClient(remember);
  setSessionHint(remember ? 'remembered' : 'session');
  tabs.postMessage('signed-in' satisfies TabMessage);
}

let clientId: string | undefined;
let renewAtMs = Number.POSITIVE_INFINITY;
/** A token is renewed this long before it expires: longer than a call may take. */
const renewAheadMs = 30_000;

function keepToken({ access_token, expires_in, ClientId }: Token): void {
  setToken(access_token);
  clientId = ClientId;
  renewAtMs = Date.now() + expires_in * 1000 - renewAheadMs;
}

/** Renews a token that expires soon. If that fails, the old one is used until it expires. */
async function renewToken(): Promise<void> {
  if (getToken() !== undefined && Date.now() >= renewAtMs) await refreshSession();
}

async function loadClient(remembered: boolean) {
  const session = await readSession(remembered);
  claimTabStorage(ownClientId() ?? session.client.id);
  setSession(session);
}

async function readSession(remembered: boolean): Promise<SignedIn> {
  const calls = await loadCalls();
  if (clientId === undefined) throw new Error('no token was issued');
  const client = await calls.bank.call(calls.getClient, { params: { id: clientId } });
  const termsAccepted = client.acceptedTerms.main?.version === calls.termsVersions.main;
  return { status: 'signed-in', client, remembered, termsAccepted, isJustVerified: false };
}

const readAgain = createReadings(readSession);

/** Reads the client again: a decision of the bank or on another device may open or close screens here. */
export async function rereadClient(): Promise<void> {
  const before = getSession();
  if (before.status !== 'signed-in' || isMoving) return;
  const read = await readAgain(before.remembered);
  const now = getSession();
  // In the meantime, the person may have left or switched to another client.
  if (!read || now.status !== 'signed-in' || now.client.id !== read.client.id) return;
  const isNew = JSON.stringify(followCheck(now, read)) !== JSON.stringify(now);
  if (isNew) setSession(followCheck(now, read));
  clientReread(isNew);
}

let refreshing: Promise<boolean> | undefined;

/** Exchanges the session cookie for a new token; returns whether there is one now. Concurrent callers share one exchange. */
export function refreshSession(): Promise<boolean> {
  refreshing ??= exchange().finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function exchange(): Promise<boolean> {
  const calls = await loadCalls();
  const attempt = async () => {
    try {
      const answer = await calls.bank.call(calls.refreshToken, {}, { background: true });
      // Another tab acts for another profile now: this tab's action was meant for the previous one.
      if (clientId !== undefined && answer.ClientId !== clientId) return waitForNewPage();
      keepToken(answer);
      return true;
    } catch (error) {
      // No live session behind the cookie, or no response: the caller continues as signed out.
      isRefused = isDenial(error);
      return false;
    }
  };
  return navigator.locks ? navigator.locks.request('calmly-refresh', attempt) : attempt();
}

function waitForNewPage(place?: string): Promise<never> {
  beginAnew(place);
  return new Promise(() => undefined);
}

/** Ends the session here, on the server and in the other tabs. Always succeeds for a person who wants to leave. */
export async function signOut(): Promise<void> {
  const hadSession = getToken() !== undefined || readCookie('signed-in') !== undefined;
  const leave = () => {
    forget();
    forgetScheme();
    const message: TabMessage = isTabStorageAside() ? 'ended' : 'signed-out';
    if (hadSession) tabs.postMessage(message);
  };
  if (!hadSession) return leave();
  const { removeProofKey, ...calls } = await loadCalls();
  /** Remove the key before another tab hears of it and creates its own. */
  const last = () => {
    const isRemoved = removeProofKey();
    leave();
    return isRemoved;
  };
  try {
    const query = isTabStorageAside() ? ({ reason: 'timeout' } as const) : {};
    await calls.bank.call(calls.logout, { query }, { background: true, last });
  } catch {
    // Without a response the cookie stays on the server until it expires; this browser forgets it anyway.
    await last();
  }
}

function forget({ keepStrangers = false, keepHint = false } = {}) {
  if (getSession().status === 'signed-in') abandonQuestions();
  expectedReason = undefined;
  setToken(undefined);
  clientId = undefined;
  if (!keepHint) setSessionHint(undefined);
  // Data that screens stored in this tab (a draft names accounts) is removed by a logout.
  if (!isTabStorageAside()) emptyTabStorage(keepStrangers);
  setSession({ status: 'anonymous' });
}

sessionHandlers.refresh = refreshSession;
sessionHandlers.renew = renewToken;
sessionHandlers.ended = sessionEnded;
// Data that was masked before a code was given is now available.
sessionHandlers.proved = () => void rereadClient().catch(() => undefined);
