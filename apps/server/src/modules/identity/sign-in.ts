/**
 * Sign-in with user name and password, and from an unknown browser with a code as well.
 *
 * Errors in the order checked: credentials_required, sign_in_locked, overloaded, bad_credentials, admin_not_allowed,
 * codes_locked, code_wrong. Whether a user exists changes neither the text nor the time nor the lock: tries are counted
 * for a name as for an account, and a dummy is hashed. Staff learn that they are at the wrong door only after the right
 * password. A browser the owner has used has tries of its own, so that a stranger's guessing cannot lock the owner out.
 * Source: specification sections 4 to 6; server page section 3; RFC 7617; OWASP's device cookies.
 */
import { issueToken, type Token } from '@calmly/contract';
import type { Database } from '../../platform/database.ts';
import { type Answer, encodeAnswer } from '../../platform/http/answer.ts';
import { Problem } from '../../platform/problem.ts';
import type { RequestContext, Work } from '../../platform/work.ts';
import { consumeDeviceChallenge } from './challenge-store.ts';
import { type Confirmation, challenge, checkCodeOf } from './challenges.ts';
import { type Account, findAccount } from './client-store.ts';
import { deviceCookie, readCookie, refreshCookie } from './cookies.ts';
import { parseBasic } from './credentials.ts';
import { insertSignIn, isKnownDevice, rememberDevice, type SignInRecord } from './device-store.ts';
import { schedulePurge } from './jobs.ts';
import { verifyPassword } from './passwords.ts';
import { clientNumberOf, emailKey, throttleLimits, wholeMinutes } from './rules.ts';
import { hashSecret, issueSecret, sha256 } from './secrets.ts';
import { openSession } from './sessions.ts';
import { clearTries, returnTry, takeTry } from './throttle.ts';

/** A client who gave the right password. */
type SigningIn = Account & { readonly clientId: string; readonly clientRole: string };

const confirmation: Confirmation = {
  summary: { en: 'Sign in from a new device', ru: 'Вход с нового устройства' },
  snapshot: '',
};

/** Answers the token with the session's cookie, or 203 with a challenge for a browser that is not known. */
export async function signIn(database: Database, work: Work, remembered: boolean): Promise<Answer> {
  const { request } = work;
  if (!request) throw new Error('a sign-in needs a request');
  const deviceToken = readCookie(request, 'device');
  const deviceHash = deviceToken === undefined ? undefined : hashSecret('device', deviceToken);
  const { account, deviceIsKnown } = await checkPassword(database, work, request, deviceHash);
  if (deviceIsKnown) return issue(database, work, request, { account, remembered });
  if (deviceHash && request.code !== undefined) {
    const challengeId = await checkSignInCode(database, work, request, {
      account,
      deviceHash,
      code: request.code,
    });
    if (challengeId !== undefined)
      return issue(database, work, request, { account, remembered, proof: { challengeId, deviceHash } });
  }
  return askForCode(database, work, request, { account, deviceHash });
}

async function checkPassword(
  database: Database,
  work: Work,
  request: RequestContext,
  deviceHash: Buffer | undefined,
): Promise<{ account: SigningIn; deviceIsKnown: boolean }> {
  const { sql } = database;
  const credentials = parseBasic(request.headers.authorization);
  if (!credentials) throw new Problem('credentials_required');
  const key = emailKey(credentials.userName);
  const account = await findAccount(sql, {
    emailKey: key,
    clientNumber: clientNumberOf(credentials.userName),
  });
  const deviceIsKnown =
    account !== undefined && deviceHash !== undefined && (await isKnownDevice(sql, deviceHash, account.id));

  const subject = account ? `account:${account.id}` : `name:${sha256(key).toString('hex')}`;
  const tries = deviceIsKnown ? `${subject}:device:${deviceHash.toString('hex')}` : subject;
  const address = `address:${request.ip}`;
  const refused =
    (deviceIsKnown ? undefined : await findRefusal(database, address, throttleLimits.address)) ??
    (await findRefusal(database, tries, throttleLimits.account));
  if (refused) {
    await record(work, request, { account, outcome: 'locked' }, sql);
    throw refused;
  }
  const right = await verifyPassword(account?.passwordHash, credentials.password).catch(async (error) => {
    // Too busy to compare: then it was no try.
    for (const subject of deviceIsKnown ? [tries] : [address, tries]) await returnTry(sql, subject);
    throw error;
  });
  if (!right || !account) {
    await record(work, request, { account, outcome: 'bad_credentials' }, sql);
    throw new Problem('bad_credentials');
  }
  await clearTries(sql, [tries]);
  if (!deviceIsKnown) await returnTry(sql, address);
  if (account.adminRole !== null || account.clientId === null || account.clientRole === null) {
    await record(work, request, { account, outcome: 'admin_refused' }, sql);
    throw new Problem('admin_not_allowed');
  }
  return {
    account: { ...account, clientId: account.clientId, clientRole: account.clientRole },
    deviceIsKnown,
  };
}

/** Counts a try of the subject; the refusal when it has none left. */
async function findRefusal(
  database: Database,
  subject: string,
  limit: (typeof throttleLimits)[keyof typeof throttleLimits],
): Promise<Problem | undefined> {
  const counted = await takeTry(database.sql, subject, limit);
  if (counted.allowed) return undefined;
  return new Problem('sign_in_locked', {
    params: { minutes: wholeMinutes(counted.waitSeconds) },
    retryAfterSeconds: counted.waitSeconds,
  });
}

async function checkSignInCode(
  database: Database,
  work: Work,
  request: RequestContext,
  given: { account: SigningIn; deviceHash: Buffer; code: string },
): Promise<string | undefined> {
  try {
    const approval = await checkCodeOf(database, {
      personId: given.account.id,
      clientId: given.account.clientId,
      holder: { deviceHash: given.deviceHash },
      endpointId: request.endpointId,
      requestHash: request.hash,
      locale: request.locale,
      code: given.code,
    });
    return approval?.challengeId;
  } catch (error) {
    if (error instanceof Problem) {
      const outcome = error.code === 'code_wrong' ? 'code_wrong' : 'codes_locked';
      await record(work, request, { account: given.account, outcome }, database.sql);
    }
    throw error;
  }
}

/** 203: the code goes out, the browser gets the cookie that the challenge is bound to. It is not known by that yet. */
async function askForCode(
  database: Database,
  work: Work,
  request: RequestContext,
  asking: { account: SigningIn; deviceHash: Buffer | undefined },
): Promise<Answer> {
  const fresh = asking.deviceHash ? undefined : issueSecret('device');
  const deviceHash = asking.deviceHash ?? fresh?.hash;
  if (!deviceHash) throw new Error('a browser has an old cookie or gets a new one');
  const body = await database.inTransaction(async (sql) => {
    await record(work, request, { account: asking.account, outcome: 'code_sent' }, sql);
    const who = { personId: asking.account.id, clientId: asking.account.clientId };
    return challenge({ ...work, sql }, who, { deviceHash }, confirmation);
  });
  return {
    status: 203,
    body: JSON.stringify(body),
    headers: {
      'x-tfa-required': '1',
      ...(fresh ? { 'set-cookie': [deviceCookie(request, fresh.secret)] } : {}),
    },
  };
}

/** Opens the session; with a proof, uses up the challenge and makes the browser known, all or nothing. */
async function issue(
  database: Database,
  work: Work,
  request: RequestContext,
  granted: {
    account: SigningIn;
    remembered: boolean;
    proof?: { challengeId: string; deviceHash: Buffer };
  },
): Promise<Answer> {
  const { account, remembered, proof } = granted;
  const device = proof ? issueSecret('device') : undefined;
  const opened = await database.inTransaction(async (sql) => {
    if (proof && device) {
      if (!(await consumeDeviceChallenge(sql, proof.challengeId, proof.deviceHash)))
        throw new Problem('code_expired');
      await rememberDevice(sql, { oldHash: proof.deviceHash, newHash: device.hash, personId: account.id });
    }
    const session = await openSession({ ...work, sql }, request, {
      personId: account.id,
      clientId: account.clientId,
      remembered,
    });
    await record(work, request, { account, sessionId: session.id, outcome: 'signed_in' }, sql);
    await schedulePurge(sql, work.now);
    return session;
  });
  const token: Token = {
    access_token: opened.accessToken,
    token_type: 'Bearer',
    expires_in: opened.accessSeconds,
    ClientId: account.clientId,
    ClientRole: account.clientRole,
  };
  return {
    ...encodeAnswer(issueToken, token),
    headers: {
      'set-cookie': [
        refreshCookie(request, opened.refreshToken, remembered ? opened.sessionSeconds : undefined),
        ...(device ? [deviceCookie(request, device.secret)] : []),
      ],
    },
  };
}

function record(
  work: Work,
  request: RequestContext,
  entry: { account: Account | undefined; sessionId?: string; outcome: SignInRecord['outcome'] },
  sql: Work['sql'],
): Promise<void> {
  return insertSignIn(sql, {
    id: work.newId(),
    at: work.now,
    personId: entry.account?.id,
    sessionId: entry.sessionId,
    outcome: entry.outcome,
    ip: request.ip,
    userAgent: request.userAgent,
  });
}
