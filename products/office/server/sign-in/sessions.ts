/** Sessions of the bank's people: twelve hours at most, and over after fifteen minutes without a call by the person. */
import { hash, randomBytes } from 'node:crypto';
import type { StaffSession } from '@calmly/contract/staff';
import { audit } from '@calmly/platform/audit.ts';
import type { Answer } from '@calmly/platform/http/answer.ts';
import { factorMinutes, officeCookie } from '@calmly/platform/http/office/office-gate.ts';
import type { RequestContext, Sql, StaffActor, Work } from '@calmly/platform/work.ts';
import { idleSeconds, seenStepSeconds, sessionSeconds } from '../rules.ts';
import { endSession, findSession, insertSession, markSeen, type SessionRow } from './store.ts';

/** A random secret for a cookie or a link, and the hash that is stored. */
export function newToken(): { readonly token: string; readonly tokenHash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashOf(token) };
}

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');

const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000);

const isOver = (session: SessionRow, now: Date): boolean =>
  session.endedAt !== null ||
  session.state !== 'ACTIVE' ||
  after(session.createdAt, sessionSeconds) <= now ||
  after(session.lastSeenAt, idleSeconds) <= now;

/** The person whose session has this token; undefined if it is over. Roles and state are read with every call, so that a change counts at once. */
export async function authenticateStaff(
  sql: Sql,
  token: string,
  { background }: { readonly background: boolean },
): Promise<StaffActor | undefined> {
  const now = new Date();
  const session = await findSession(sql, { tokenHash: hashOf(token) });
  if (!session || isOver(session, now)) return undefined;
  if (!background && after(session.lastSeenAt, seenStepSeconds) <= now) await markSeen(sql, session.id, now);
  const { id: sessionId, personId, name, roles, factorAt } = session;
  return { kind: 'staff', personId, name, roles, sessionId, factorAt };
}

/** Signs the person in, in the open transaction. */
export async function openSession(
  work: Work,
  request: RequestContext,
  person: { readonly id: string; readonly name: string },
): Promise<Answer> {
  const { token, tokenHash } = newToken();
  const id = work.newId();
  await insertSession(work.sql, { id, personId: person.id, tokenHash, at: work.now });
  await audit(work, { action: 'staff.signed_in', staff: person });
  return {
    status: 200,
    body: JSON.stringify(await readSession(work.sql, id, request)),
    headers: { 'set-cookie': officeCookie(request, token) },
  };
}

/** Signs out. */
export async function closeSession(work: Work, actor: StaffActor, request: RequestContext): Promise<Answer> {
  await endSession(work.sql, actor.sessionId, work.now);
  await audit(work, { action: 'staff.signed_out' });
  return { status: 204, body: '', headers: { 'set-cookie': officeCookie(request, undefined) } };
}

export async function readSession(
  sql: Sql,
  id: string,
  { sandbox }: Pick<RequestContext, 'sandbox'>,
): Promise<StaffSession> {
  const session = await findSession(sql, { id });
  if (!session) throw new Error(`there is no session ${id}`);
  const { personId, name, email, roles, createdAt, lastSeenAt, factorAt } = session;
  const factorUntil = after(factorAt, factorMinutes * 60);
  return {
    id: personId,
    name,
    email,
    roles: [...roles],
    idleUntil: after(lastSeenAt, idleSeconds).toISOString(),
    endsAt: after(createdAt, sessionSeconds).toISOString(),
    factorUntil: factorUntil > new Date() ? factorUntil.toISOString() : null,
    sandbox,
  };
}
