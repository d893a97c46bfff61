/**
 * The life of a session in the browser: start, sign in, refresh, sign out (specification section 4; server page section 3).
 *
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

/** Only what these calls need: an import of the whole contract would keep every schema. */
const loadCalls = () => import('./calls.ts');

let warmUpScreens: () => void = () => undefined;

/** Says what else a sign-in leads to. */
export function onWarmUp(handler: () => void): void {
  warmUpScreens = handler;
}

/** Fetches what signing in will need, while the person still types. */
export function warmUp(): void {
  void loadCalls();
  warmUpScreens();
}

type TabMessage = 'signed-in' | 'signed-out' | 'ended' | 'switched';
const tabs = new BroadcastChannel('calmly-session');

let clientReread: (isNew: boolean) => void = () => undefined;

/** Sets what to do when the client was read again: the guards decide again. */
export function onClientReread(handler: (isNew: boolean) => void): void {
  clientReread = handler;
}

/** Why someone is signed out who did not choose to log out. */
export type LeaveReason = 'idle' | 'frozen' | 'ended';

let endSession: (reason?: LeaveReason) => void = () => undefined;
let expectedReason: LeaveReason | undefined;

/** The session is about to end for this reason; whichever message comes first, the person sees why. */
export function expectEnd(reason: LeaveReason | undefined): void {
  expectedReason = reason;
}

/** Says what to do when the session is over for a reason other than the person's own logout: go to /logout. */
export function onSessionEnd(handler: (reason?: LeaveReason) => void): void {
  endSession = handler;
  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    // The server's word that the session has ended may come first; only this one says that it was a logout.
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

/** Without a logout, typed entries are kept; not where the access was closed for safety. */
function endByItself(reason: LeaveReason = 'ended'): void {
  if (reason !== 'frozen') setTabStorageAside();
  endSession(reason);
}

/** The session continues under another profile, whose cookie may be on its way to this browser, so this is not the end. */
let isMoving = false;
/** Longer than a call may take. */
const longestMoveMs = 25_000;

/** The server reports that a tab of this browser switches the profile. That tab tells the others when it has. */
export function sessionMoved(): void {
  // It is this tab, whose answer is on its way.
  if (isMoving) return;
  isMoving = true;
  setTimeout(() => beginAnew(), longestMoveMs);
}

/** Loads the page again, for the client of the session's cookie. Nothing of one profile may be seen by the next. */
function beginAnew(place = '/'): void {
  sessionStorage.removeItem(stayKey);
  location.assign(place);
}

/**
 * Acts for another profile, in every tab: the page reloads, and this never settles. Rejects with an `ApiProblem` if the switch is
 * refused; nothing has changed then. `place` is where the page opens.
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

/** The own profile, while the session acts for a company: what its cookie `oldClientId` says. */
export const ownClientId = (): string | undefined => readCookie('oldClientId');

const stayKey = 'calmly.stay-in-own-profile';

/** Goes back to the own profile, to stay there. */
export const switchBack = (id: string, place?: string): Promise<void> => moveTo(id, stayInOwnProfile, place);

/** A person who acts only for companies is not sent to the first one again in this tab. */
export const stayInOwnProfile = (): void => sessionStorage.setItem(stayKey, '1');
export const staysInOwnProfile = (): boolean => sessionStorage.getItem(stayKey) !== null;

/** The session ended for lack of activity. */
export function idleOut(): void {
  endByItself('idle');
}

/** Tells the server that someone is at the page although the page has nothing to ask. */
export async function keepAlive(): Promise<void> {
  try {
    const calls = await loadCalls();
    await calls.bank.call(calls.testToken, {});
  } catch {
    // An ended session has been acted on by the client; without a network there is nothing to keep alive with.
  }
}

/**
 * Finds out who is there. Resolves when the router may decide. The specification: any failure while a stored session is restored logs out. Where the bank has not
 * refused it (no answer, or a page that was left while it asked), the next page asks again.
 */
export async function startSession(): Promise<void> {
  const hint = sessionHint();
  if (!hint) return forget({ keepStrangers: true });
  try {
    if (await refreshSession()) return await loadClient(hint === 'remembered');
  } catch (error) {
    isRefused = saysNo(error);
  }
  setTabStorageAside();
  forget({ keepHint: !isRefused });
}

/** Whether the bank refused the last exchange of the session's cookie. */
let isRefused = false;
const saysNo = (error: unknown): boolean =>
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

/** Makes the access of someone whom a company has invited, signed in. Rejects like `signIn`. */
export async function joinCompany(person: CallInput<typeof joinByInvitation>['body']): Promise<void> {
  const calls = await loadCalls();
  await beginSession(await calls.bank.call(calls.joinByInvitation, { body: person }));
}

/** Keeps the token, reads the client and tells the other tabs. */
export async function beginSession(answer: Token, remember = false): Promise<void> {
  keepToken(answer);
  await loadClient(remember);
  setSessionHint(remember ? 'remembered' : 'session');
  tabs.postMessage('signed-in' satisfies TabMessage);
}

let clientId: string | undefined;
let renewAtMs = Number.POSITIVE_INFINITY;
/** As long before its end a token is exchanged: longer than a call may take. */
const renewAheadMs = 30_000;

function keepToken({ access_token, expires_in, ClientId }: Token): void {
  setToken(access_token);
  clientId = ClientId;
  renewAtMs = Date.now() + expires_in * 1000 - renewAheadMs;
}

/** Exchanges a token that ends soon. When that fails the old one is used as long as it is good. */
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

/** Reads the client again: what the bank or another device has decided may open or close screens here. */
export async function rereadClient(): Promise<void> {
  const before = getSession();
  if (before.status !== 'signed-in' || isMoving) return;
  const read = await readAgain(before.remembered);
  const now = getSession();
  // The person may have left meanwhile, or act for another client.
  if (!read || now.status !== 'signed-in' || now.client.id !== read.client.id) return;
  const isNew = JSON.stringify(followCheck(now, read)) !== JSON.stringify(now);
  if (isNew) setSession(followCheck(now, read));
  clientReread(isNew);
}

let refreshing: Promise<boolean> | undefined;

/** Exchanges the session cookie for a new token; whether there is one now. Callers at the same time share one exchange. */
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
      // Another tab acts for another profile now: what this one was about to do was meant for the one before.
      if (clientId !== undefined && answer.ClientId !== clientId) return waitForNewPage();
      keepToken(answer);
      return true;
    } catch (error) {
      // No live session behind the cookie, or no response: the caller continues as signed out.
      isRefused = saysNo(error);
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
  /** The key goes before another tab hears of it, which may make its own key at once. */
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
  // What screens kept in this tab (a draft names accounts) goes with a logout.
  if (!isTabStorageAside()) emptyTabStorage(keepStrangers);
  setSession({ status: 'anonymous' });
}

sessionHandlers.refresh = refreshSession;
sessionHandlers.renew = renewToken;
sessionHandlers.ended = sessionEnded;
// What was masked before a code was given is there now.
sessionHandlers.proved = () => void rereadClient().catch(() => undefined);
