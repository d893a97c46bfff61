/**
 * The job that sends digests. A digest, its next time and what it has covered are written in one transaction, and digests held by another job are
 * skipped: after a crash the job starts over, and each digest is sent once. If several were missed, one digest covers all of them. The due time
 * follows the bank's calendar; coverage follows bookings: each account's totals at the last digest are stored, so a backdated transfer counts too.
 */
import { holdsRight, type NotificationTopic } from '@calmly/contract';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { businessTime } from '@calmly/platform/time/business-time.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import {
  type AccountSource,
  type StatedAccount,
  statedAccounts,
} from '../../../../accounts/server/statements/index.ts';
import { countInbox } from '../../../../approvals/server/index.ts';
import { findActorWithoutSession, findRecipients } from '../../../../identity/server/index.ts';
import { type Position, positions } from '../../../../ledger/server/index.ts';
import { countByTopic } from '../../../../notifications/server/notifications/index.ts';
import { type Covered, hasDigests, lockDue, type StoredDigest, setNext } from './digest-store.ts';
import { type AccountLine, digestText } from './texts.ts';
import { nextDigest } from './when.ts';

export const digestsTask = 'alerts_digests';

/** Offsets of time zones are multiples of this. */
const tickMs = 900_000;
const atOnce = 100;

/** Schedules the next run within a quarter of an hour; all requests meanwhile are the same. */
export async function scheduleDigests({ sql, now }: Pick<Work, 'sql' | 'now'>): Promise<void> {
  const runAt = new Date((Math.floor(now.getTime() / tickMs) + 1) * tickMs);
  await addJobs(sql, [{ task: digestsTask, payload: {}, runAt, key: digestsTask }]);
}

/** At a server's start: schedules the job if anyone has a digest. */
export async function startDigests(sql: Sql): Promise<void> {
  if (await hasDigests(sql)) await scheduleDigests({ sql, now: new Date() });
}

export interface DigestTools {
  readonly portalUrl: string;
  readonly sources: readonly AccountSource[];
}

/** The job. */
export const sendDigests =
  (tools: DigestTools) =>
  async (work: Work): Promise<void> => {
    const { sql, now } = work;
    const today = await businessTime(work);
    const due = await lockDue(sql, today, atOnce);
    for (const digest of due) {
      const covered = await send(work, tools, digest);
      const done = covered ? { covered, coveredTo: now } : digest;
      await setNext(sql, digest, { ...done, dueAt: nextDigest(digest, today) });
    }
    if (due.length === atOnce) await addJobs(sql, [{ task: digestsTask, payload: {}, key: digestsTask }]);
    else if (await hasDigests(sql)) await scheduleDigests(work);
  };

/**
 * The covered totals. Undefined for a person who may not act for the client, and for an inactive client: they get no digest, and the next one covers
 * that time. A digest without content is not sent.
 */
async function send(
  work: Work,
  { portalUrl, sources }: DigestTools,
  digest: StoredDigest,
): Promise<Covered | undefined> {
  const { sql, now } = work;
  const { clientId, personId, frequency, timeZone, coveredTo: from } = digest;
  const actor = await findActorWithoutSession(sql, { id: work.newId(), personId, clientId });
  if (actor?.state !== 'ACTIVE') return undefined;
  const recipients = await findRecipients(sql, { clientIds: [clientId], personIds: [] });
  const recipient = recipients.find((each) => each.personId === personId);
  if (!recipient) return undefined;
  const { lines, covered } = await totalsNow(sql, actor, sources);
  const accounts = movedAccounts(lines, digest);
  const topics = await countByTopic(sql, { personId, clientId }, { from, to: now });
  const waiting = holdsRight(actor, 'can_approve') ? (await countInbox({ ...work, actor })).waiting : 0;
  const news = [...topics].filter(([topic]) => !untold.has(topic));
  if (accounts.length === 0 && news.length === 0 && waiting === 0) return covered;
  const { email: to, locale } = recipient;
  const period = { from, to: now, timeZone };
  const facts = { frequency, holder: actor.displayName, period, accounts, waiting, topics: news };
  const { label, ...words } = digestText(locale, facts);
  await sendEmail(
    sql,
    { to, locale, ...words, link: { label, url: `${portalUrl}/dashboard?profile=${clientId}` } },
    { personId, about: [{ clientId, audience: null }] },
  );
  return covered;
}

/** Not a reason for a digest, because these always have their own emails. */
const untold: ReadonlySet<NotificationTopic> = new Set(['news', 'sign_in', 'security']);

/** Total credits and debits of each account that the person may see. */
export async function totalsNow(
  sql: Sql,
  actor: ClientActor,
  sources: readonly AccountSource[],
): Promise<{ readonly lines: readonly AccountTotals[]; readonly covered: Covered }> {
  const accounts = await statedAccounts({ sql, actor }, sources);
  const found = await positions(
    sql,
    accounts.map(({ id }) => id),
  );
  const lines = accounts.flatMap((account): AccountTotals | [] => {
    const position = found.get(account.id);
    return position ? { account, position } : [];
  });
  const covered: Covered = Object.fromEntries(
    lines.map(({ account: { id }, position: { inMinor, outMinor } }) => [
      id,
      [String(inMinor), String(outMinor)] as const,
    ]),
  );
  return { lines, covered };
}

interface AccountTotals {
  readonly account: StatedAccount;
  readonly position: Position;
}

/** Accounts with movements, with the sums, including payments of confidential payouts. */
function movedAccounts(lines: readonly AccountTotals[], { covered, coveredTo }: StoredDigest): AccountLine[] {
  return lines.flatMap(({ account: { id, name, currency, createdAt }, position }): AccountLine | [] => {
    const before = covered[id] ?? (createdAt >= coveredTo ? ['0', '0'] : undefined);
    // The person sees this account for the first time.
    if (!before) return [];
    const [inMinor, outMinor] = [position.inMinor - BigInt(before[0]), position.outMinor - BigInt(before[1])];
    if (inMinor === 0n && outMinor === 0n) return [];
    return { name, currency, inMinor, outMinor, availableMinor: position.availableMinor };
  });
}
