/** SQL of proposals. */
import type { ProposalState } from '@calmly/contract/staff';
import type { Sql } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';

export interface Change {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface StoredProposal {
  readonly id: string;
  readonly act: string;
  readonly subjectId: string;
  readonly subject: string;
  readonly content: object;
  readonly changes: readonly Change[];
  readonly seen: string;
  readonly reason: string;
  readonly makerId: string;
  readonly createdAt: Date;
  readonly until: Date;
  readonly state: ProposalState;
  readonly checkerId: string | null;
  readonly decidedAt: Date | null;
  readonly comment: string | null;
}

const columns = query`
  id, act, subject_id as "subjectId", subject, content, changes, seen, reason, maker_id as "makerId", created_at as "createdAt",
  until, state, checker_id as "checkerId", decided_at as "decidedAt", comment`;

export async function insertProposal(
  sql: Sql,
  proposal: Omit<StoredProposal, 'state' | 'checkerId' | 'decidedAt' | 'comment'>,
): Promise<void> {
  await query`
    insert into staff.proposal (id, act, subject_id, subject, content, changes, seen, reason, maker_id, created_at, until, state)
    values (${proposal.id}, ${proposal.act}, ${proposal.subjectId}, ${proposal.subject}, ${JSON.stringify(proposal.content)},
      ${JSON.stringify(proposal.changes)}, ${proposal.seen}, ${proposal.reason}, ${proposal.makerId}, ${proposal.createdAt},
      ${proposal.until}, 'WAITING')`.execute(sql);
}

export async function findProposal(sql: Sql, id: string): Promise<StoredProposal | undefined> {
  const { rows } = await query<StoredProposal>`
    select ${columns} from staff.proposal where id = ${id}`.execute(sql);
  return rows[0];
}

/** Locks it, so that of two decisions the second sees the first. */
export async function lockProposal(sql: Sql, id: string): Promise<StoredProposal | undefined> {
  const { rows } = await query<StoredProposal>`
    select ${columns} from staff.proposal where id = ${id} for update`.execute(sql);
  return rows[0];
}

/** Newest first, of these acts. */
export async function listProposals(
  sql: Sql,
  by: {
    readonly waiting: boolean;
    readonly acts: readonly string[];
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<StoredProposal[]> {
  const older = by.before === undefined ? query`` : query`and id < ${by.before}`;
  const { rows } = await query<StoredProposal>`
    select ${columns} from staff.proposal
    where (state = 'WAITING') = ${by.waiting} and act = any(${[...by.acts]}::text[]) ${older}
    order by id desc limit ${by.limit}`.execute(sql);
  return rows;
}

/** Waiting proposals of these acts that somebody else made. */
export async function countToCheck(
  sql: Sql,
  by: { readonly personId: string; readonly acts: readonly string[]; readonly now: Date },
): Promise<number> {
  const { rows } = await query<{ count: number }>`
    select count(*)::integer as count from staff.proposal
    where state = 'WAITING' and until > ${by.now} and maker_id <> ${by.personId} and act = any(${[...by.acts]}::text[])`.execute(
    sql,
  );
  return rows[0]?.count ?? 0;
}

/** Ends those whose time is over. */
export async function expireProposals(sql: Sql, now: Date): Promise<StoredProposal[]> {
  const { rows } = await query<StoredProposal>`
    update staff.proposal set state = 'EXPIRED', decided_at = ${now}
    where id in (
      select id from staff.proposal where state = 'WAITING' and until <= ${now} order by id for update skip locked)
    returning ${columns}`.execute(sql);
  return rows;
}

export async function endProposal(
  sql: Sql,
  id: string,
  end: {
    readonly state: Exclude<ProposalState, 'WAITING'>;
    readonly checkerId?: string;
    readonly at: Date;
    readonly comment?: string;
  },
): Promise<void> {
  await query`
    update staff.proposal set state = ${end.state}, checker_id = ${end.checkerId ?? null}, decided_at = ${end.at},
      comment = ${end.comment ?? null} where id = ${id}`.execute(sql);
}
