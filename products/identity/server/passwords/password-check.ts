/**
 * The first factor: user name and password.
 *
 * Errors in the order checked: credentials_required, sign_in_locked, overloaded, bad_credentials, admin_not_allowed. Text, time and lock
 * do not depend on whether a user exists: attempts are counted for a name as for an account, the same queries run, and a dummy is
 * hashed. A browser that the owner has used has its own attempts, so that an attacker's guesses cannot lock the owner out (OWASP's
 * device cookies).
 */
import { networkOf } from '@calmly/platform/http/address.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Sql, Work } from '@calmly/platform/work.ts';
import { type Account, findAccount } from '../clients/client-store.ts';
import { clientNumberOf, emailKey, type ThrottleLimit, throttleLimits, wholeMinutes } from '../rules.ts';
import { sha256 } from '../sessions/secrets.ts';
import { parseBasic } from '../sign-in/credentials.ts';
import { isKnownDevice } from '../sign-in/device-store.ts';
import { recordSignIn, type SignInEntry } from '../sign-in/sign-in-record.ts';
import { clearTries, returnTry, takeTry } from '../sign-in/throttle.ts';
import { verifyPassword } from './passwords.ts';

/** A client who gave the correct password. */
export type SigningIn = Account & { readonly clientId: string; readonly clientRole: string };

/** A subject whose attempts are counted. */
interface Counter {
  readonly subject: string;
  readonly limit: ThrottleLimit;
}

/** Attempts from one address, regardless of the account. */
const addressCounter = (request: RequestContext): Counter => ({
  subject: `address:${networkOf(request.ip)}`,
  limit: throttleLimits.address,
});

/** Counts an attempt from the caller's address and returns a function to refund it; refuses if none is left. */
export async function takeAddressTry(sql: Sql, request: RequestContext): Promise<() => Promise<void>> {
  const address = addressCounter(request);
  const locked = await takeTries(sql, [address]);
  if (locked) throw locked;
  return () => returnTry(sql, address.subject);
}

/** Checks the request's Basic credentials. Outside a transaction, so that a counted attempt stays counted. */
export async function checkPassword(
  work: Work,
  request: RequestContext,
  { deviceHash, adminUrl }: { deviceHash: Buffer | undefined; adminUrl: string | undefined },
): Promise<{ account: SigningIn; deviceIsKnown: boolean }> {
  const { sql } = work;
  const credentials = parseBasic(request.headers.authorization);
  if (!credentials) throw new Problem('credentials_required');
  const name = {
    emailKey: emailKey(credentials.userName),
    clientNumber: clientNumberOf(credentials.userName),
    deviceHash,
  };
  const account = await findAccount(sql, name);
  const deviceIsKnown = deviceHash !== undefined && (await isKnownDevice(sql, deviceHash, account?.id));
  const record = (outcome: SignInEntry['outcome']) =>
    recordSignIn(work, request, { personId: account?.id, outcome });

  const subject = account ? `account:${account.id}` : `name:${sha256(name.emailKey).toString('hex')}`;
  const address = addressCounter(request);
  const counters = deviceIsKnown
    ? [{ subject: `${subject}:device:${deviceHash.toString('hex')}`, limit: throttleLimits.account }]
    : [address, { subject, limit: throttleLimits.account }];
  const locked = await takeTries(sql, counters);
  if (locked) {
    await record('locked');
    throw locked;
  }
  const right = await compare(
    sql,
    counters,
    account?.passwordHash,
    credentials.password,
    networkOf(request.ip),
  );
  if (!right || !account) {
    await record('bad_credentials');
    throw new Problem('bad_credentials');
  }
  await clearTries(
    sql,
    counters.filter((counter) => counter !== address).map((counter) => counter.subject),
  );
  // Many people share an address, so one correct password says nothing about the others.
  if (!deviceIsKnown) await returnTry(sql, address.subject);
  return { account: await requireClientAccount(work, request, account, adminUrl), deviceIsKnown };
}

/** Refuses staff, who sign in elsewhere. */
export async function requireClientAccount(
  work: Work,
  request: RequestContext,
  account: Account,
  adminUrl: string | undefined,
): Promise<SigningIn> {
  const { clientId, clientRole } = account;
  if (account.adminRole !== null || clientId === null || clientRole === null) {
    await recordSignIn(work, request, { personId: account.id, outcome: 'admin_refused' });
    throw new Problem('admin_not_allowed', { link: adminUrl });
  }
  return { ...account, clientId, clientRole };
}

/** Counts an attempt for each; throws the refusal of the first without attempts left. */
async function takeTries(sql: Sql, counters: readonly Counter[]): Promise<Problem | undefined> {
  for (const { subject, limit } of counters) {
    const counted = await takeTry(sql, subject, limit);
    if (!counted.allowed)
      return new Problem('sign_in_locked', {
        params: { minutes: wholeMinutes(counted.waitSeconds) },
        retryAfterSeconds: counted.waitSeconds,
      });
  }
  return undefined;
}

/** Compares the password; if the server is too busy for that, the attempt does not count. */
async function compare(
  sql: Sql,
  counters: readonly Counter[],
  stored: string | undefined,
  password: string,
  caller: string,
): Promise<boolean> {
  try {
    return await verifyPassword(stored, password, caller);
  } catch (error) {
    for (const { subject } of counters) await returnTry(sql, subject);
    throw error;
  }
}
