/**
 * Acts by two. A proposal keeps what its maker saw; whoever checks it must be another person with a role for the act and must have seen the same. When it
 * is approved, what it is about is read again, under locks: if anything in it differs, the proposal is void and nothing happens.
 *
 * Errors: `not_found`, `proposal_over`, `proposal_own`, `staff_role_needed`, `item_changed` (the approval names another content), `proposal_waits`.
 */
import { hash } from 'node:crypto';
import type { Proposal, StaffRole } from '@calmly/contract/staff';
import { audit } from '@calmly/platform/audit.ts';
import { violatesUnique } from '@calmly/platform/database.ts';
import { canonicalJson } from '@calmly/platform/http/calls/idempotency.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Sql, StaffActor, Work } from '@calmly/platform/work.ts';
import { findNames, findPerson } from '../people/store.ts';
import { proposalSeconds } from '../rules.ts';
import * as store from './store.ts';

/** What an act by two is about, read when it is proposed and again when it is carried out. */
export interface Plan {
  readonly subjectId: string;
  /** A few words that name it. */
  readonly subject: string;
  readonly changes: readonly store.Change[];
  /** Of what it is about: another one makes the proposal void although nothing that is shown differs. */
  readonly version: string;
}

/** An act that one person proposes and another carries out. */
export interface ActByTwo<Content extends object> {
  /** `staff.roles`. */
  readonly name: string;
  /** Who may propose it and who may check it. */
  readonly roles: readonly StaffRole[];
  /** Reads what changes, with locks if `lock`; throws the problem if the act is not possible. */
  plan(work: Work, content: Content, lock: boolean): Promise<Plan>;
  /** Does it in the open transaction. */
  carryOut(work: Work, content: Content, proposalId: string): Promise<void>;
}

export type AnyAct = ActByTwo<never>;
export type Acts = ReadonlyMap<string, AnyAct>;

const fingerprint = (act: string, content: object, plan: Plan): string =>
  hash(
    'sha256',
    canonicalJson([act, content, plan.subjectId, plan.subject, plan.changes, plan.version]),
    'hex',
  );

/** Proposes an act in the open transaction. */
export async function propose<Content extends object>(
  work: Work,
  actor: StaffActor,
  act: ActByTwo<Content>,
  { content, reason }: { readonly content: Content; readonly reason: string },
): Promise<store.StoredProposal> {
  const { sql, now } = work;
  requireRole(actor, act.roles);
  await expire(work);
  const plan = await act.plan(work, content, false);
  const proposal = {
    id: work.newId(),
    act: act.name,
    subjectId: plan.subjectId,
    subject: plan.subject,
    changes: plan.changes,
    content,
    seen: fingerprint(act.name, content, plan),
    reason,
    makerId: actor.personId,
    createdAt: now,
    until: new Date(now.getTime() + proposalSeconds * 1000),
  };
  await store.insertProposal(sql, proposal).catch((error: unknown) => {
    throw violatesUnique(error, 'proposal_waiting') ? new Problem('proposal_waits') : error;
  });
  await audit(work, { action: 'proposal.made', details: detailsOf(proposal) });
  return { ...proposal, state: 'WAITING', checkerId: null, decidedAt: null, comment: null };
}

/** Carries an act out, or ends its proposal as void. */
export async function approve(
  work: Work,
  actor: StaffActor,
  acts: Acts,
  { id, seen }: { readonly id: string; readonly seen: string },
): Promise<store.StoredProposal> {
  const { sql, now } = work;
  const { proposal, act } = await lockWaiting(work, actor, acts, id);
  if (seen !== proposal.seen) throw new Problem('item_changed');
  // The plan takes the locks of the act; who may act is judged after that, or a change that they wait for would not count.
  const seenNow = await planNow(work, act, proposal);
  if (!(await mayAct(sql, actor.personId, act))) throw new Problem('staff_role_needed');
  if (!(await mayAct(sql, proposal.makerId, act)) || seenNow !== proposal.seen) {
    await store.endProposal(sql, id, { state: 'VOIDED', at: now });
    await audit(work, { action: 'proposal.voided', details: detailsOf(proposal) });
    return { ...proposal, state: 'VOIDED', decidedAt: now };
  }
  await act.carryOut(work, proposal.content as never, id);
  await store.endProposal(sql, id, { state: 'DONE', checkerId: actor.personId, at: now });
  await audit(work, { action: 'proposal.approved', details: detailsOf(proposal) });
  return { ...proposal, state: 'DONE', checkerId: actor.personId, decidedAt: now };
}

export async function reject(
  work: Work,
  actor: StaffActor,
  acts: Acts,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<store.StoredProposal> {
  const { proposal } = await lockWaiting(work, actor, acts, id);
  const end = { state: 'REJECTED', checkerId: actor.personId, at: work.now, comment: reason } as const;
  await store.endProposal(work.sql, id, end);
  await audit(work, { action: 'proposal.rejected', details: { ...detailsOf(proposal), reason } });
  return { ...proposal, state: 'REJECTED', checkerId: actor.personId, decidedAt: work.now, comment: reason };
}

export async function withdraw(work: Work, actor: StaffActor, id: string): Promise<store.StoredProposal> {
  const proposal = await store.lockProposal(work.sql, id);
  if (!proposal || proposal.makerId !== actor.personId) throw new Problem('not_found');
  requireWaiting(work, proposal);
  await store.endProposal(work.sql, id, { state: 'WITHDRAWN', at: work.now });
  await audit(work, { action: 'proposal.withdrawn', details: detailsOf(proposal) });
  return { ...proposal, state: 'WITHDRAWN', decidedAt: work.now };
}

/** Ends what waited too long, with a line in the audit for each. */
export async function expire(work: Work): Promise<void> {
  const byItself = { ...work, actor: { kind: 'system', name: 'office' } } as const;
  for (const proposal of await store.expireProposals(work.sql, work.now))
    await audit(byItself, { action: 'proposal.expired', details: detailsOf(proposal) });
}

async function lockWaiting(work: Work, actor: StaffActor, acts: Acts, id: string) {
  const proposal = await store.lockProposal(work.sql, id);
  const act = proposal && acts.get(proposal.act);
  if (!act || !mayRead(actor, act)) throw new Problem('not_found');
  requireWaiting(work, proposal);
  if (proposal.makerId === actor.personId) throw new Problem('proposal_own');
  if (proposal.subjectId === actor.personId) throw new Problem('own_case');
  requireRole(actor, act.roles);
  return { proposal, act };
}

function requireWaiting(work: Work, proposal: store.StoredProposal): void {
  if (proposal.state !== 'WAITING' || proposal.until <= work.now) throw new Problem('proposal_over');
}

/** The fingerprint of what the act would do now; undefined if it is no longer possible. */
async function planNow(
  work: Work,
  act: AnyAct,
  { content }: store.StoredProposal,
): Promise<string | undefined> {
  try {
    return fingerprint(act.name, content, await act.plan(work, content as never, true));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Whether the person may propose and check the act now: one who left, or whose role was taken away meanwhile, may not. */
async function mayAct(sql: Sql, personId: string, act: AnyAct): Promise<boolean> {
  const person = await findPerson(sql, personId);
  return person?.state === 'ACTIVE' && act.roles.some((role) => person.roles.includes(role));
}

function requireRole(actor: StaffActor, roles: readonly StaffRole[]): void {
  if (!roles.some((role) => actor.roles.includes(role))) throw new Problem('staff_role_needed');
}

/** HISTORY reads every proposal that is not about a suspicion; others those that they could make. */
export const mayRead = (actor: StaffActor, act: AnyAct): boolean =>
  actor.roles.includes('HISTORY') || act.roles.some((role) => actor.roles.includes(role));

/** What the audit keeps of a proposal: what it is about, and each value before and after. */
const detailsOf = (
  proposal: Pick<store.StoredProposal, 'id' | 'act' | 'subjectId' | 'subject' | 'reason' | 'changes'>,
) => ({
  proposalId: proposal.id,
  act: proposal.act,
  subjectId: proposal.subjectId,
  subject: proposal.subject,
  reason: proposal.reason,
  ...Object.fromEntries(
    proposal.changes.map(({ name, before, after }) => [name, `${before ?? 'none'} → ${after ?? 'none'}`]),
  ),
});

/** Proposals as a reader sees them. */
export async function viewsOf(
  sql: Sql,
  actor: StaffActor,
  acts: Acts,
  proposals: readonly store.StoredProposal[],
  now: Date,
): Promise<Proposal[]> {
  const names = await findNames(
    sql,
    proposals.flatMap(({ makerId, checkerId }) => [makerId, checkerId ?? []].flat()),
  );
  const named = (id: string) => ({ id, name: names.get(id) ?? '' });
  return proposals.map((proposal) => {
    const { makerId, checkerId, createdAt, until, decidedAt, changes } = proposal;
    const isWaiting = proposal.state === 'WAITING' && until > now;
    const roles = acts.get(proposal.act)?.roles ?? [];
    return {
      id: proposal.id,
      act: proposal.act,
      state: proposal.state === 'WAITING' && !isWaiting ? 'EXPIRED' : proposal.state,
      subject: proposal.subject,
      changes: changes.map((change) => ({ ...change })),
      reason: proposal.reason,
      maker: named(makerId),
      createdAt: createdAt.toISOString(),
      until: until.toISOString(),
      checker: checkerId === null ? null : named(checkerId),
      decidedAt: decidedAt?.toISOString() ?? null,
      comment: proposal.comment,
      seen: proposal.seen,
      mayCheck:
        isWaiting &&
        ![makerId, proposal.subjectId].includes(actor.personId) &&
        roles.some((role) => actor.roles.includes(role)),
      mayWithdraw: isWaiting && makerId === actor.personId,
    };
  });
}
