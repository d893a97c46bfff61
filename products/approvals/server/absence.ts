/**
 * Changes of people and of the policy that only absent administrators could approve: suspended ones, and ones whose membership has expired. They are
 * notified, and the steps that only they can give lapse three days later. Otherwise a company whose other administrators have left could never change
 * its people or rules again; without the notice, one administrator could suspend the others and decide alone.
 */
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import { notify } from '@calmly/platform/notify/notices.ts';
import type { Work } from '@calmly/platform/work.ts';
import { sendEmail } from '@calmly/providers/email/index.ts';
import { requireContact } from '../../identity/server/index.ts';
import { absenceLetter } from './absence-message.ts';
import { type Company, isForBosses } from './companies.ts';
import * as store from './request-store.ts';
import { withoutAbsent } from './rules.ts';

export const expireTask = 'expire_approval';
export const lapseTask = 'lapse_approval';
const dayMs = 86_400_000;

/** Days of notice before the steps of absent people lapse. */
const noticeDays = 3;

/**
 * Starts the notice period for a request that waits only for absent people, restarts it if others became absent since, and ends it once someone else
 * can decide. The caller holds the request's lock. Payments, payees and cards keep waiting.
 */
export async function noteAbsence(work: Work, request: store.RequestRecord, company: Company): Promise<void> {
  const { sql, now } = work;
  const { id, kind, lapsesAt, toldAbsent, requestedBy } = request;
  if (!isForBosses(kind) || !store.waitingOf(request).open) return;
  if (!withoutAbsent(store.waitingOf(request), company.seatsFor(kind))) {
    if (lapsesAt !== null) await store.setLapse(sql, id, { lapsesAt: null, toldAbsent: [] });
    return;
  }
  const absent = company.absent.filter(({ isBoss, personId }) => isBoss && personId !== requestedBy);
  const absentIds = absent.map(({ personId }) => personId);
  if (lapsesAt !== null && absentIds.every((each) => toldAbsent.includes(each))) return;
  const runAt = new Date(now.getTime() + noticeDays * dayMs);
  const expiresAt = new Date(Math.max(request.expiresAt.getTime(), runAt.getTime() + dayMs));
  await store.setLapse(sql, id, { lapsesAt: runAt, toldAbsent: absentIds, expiresAt });
  await addJobs(sql, [
    { task: lapseTask, payload: id, runAt, key: `${lapseTask}:${id}` },
    { task: expireTask, payload: id, runAt: expiresAt, key: `${expireTask}:${id}` },
  ]);
  await tellAbsent(work, { ...request, lapsesAt: runAt }, absentIds);
}

/** By email and in their own profile, because they can no longer read the request itself. */
async function tellAbsent(
  work: Work,
  request: store.RequestRecord & { readonly lapsesAt: Date },
  personIds: readonly string[],
): Promise<void> {
  const { clientName: company, requestedByName: by, lapsesAt } = request;
  for (const personId of personIds) {
    const { email: to, locale } = await requireContact(work.sql, personId);
    await sendEmail(work.sql, { to, locale, ...absenceLetter(request, locale) });
  }
  const params = { event: 'overruled', company, by, date: lapsesAt.toISOString() };
  await notify(
    work,
    personIds.map((personId) => ({ kind: 'membership_changed' as const, personId, params })),
  );
}
