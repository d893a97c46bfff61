/**
 * Jobs of requests: one reminder a day while a request waits, its expiry, the lapse of steps that only absent people could give, and the end of
 * requests whose person has lost the right. The database's clock decides about expiry, under the request's lock, so that either a last-moment
 * approval or the expiry comes first.
 */

import { addJobs, type SingleJobHandler } from '@calmly/platform/jobs/jobs.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { sql as query } from 'kysely';
import { type RightsLost, rightsLostTask } from '../../identity/server/index.ts';
import { expireTask, lapseTask, noteAbsence } from './absence.ts';
import { announce, tellApprovers, tellRequester } from './announce.ts';
import { remindTask } from './ask.ts';
import { type Company, mayAsk, readCompanies } from './companies.ts';
import { record } from './decide.ts';
import { type Handlers, handlerFor } from './handlers.ts';
import * as store from './request-store.ts';
import { currentStep, isBlocked, waitingFor, withoutAbsent } from './rules.ts';

const dayMs = 86_400_000;

/**
 * Each does nothing for a request that is closed or unknown, so a repeated job is harmless. The reminder adds
 * its next run for as long as the request is open.
 */
export const approvalJobs = (handlers: Handlers): Readonly<Record<string, SingleJobHandler>> => ({
  [expireTask]: async (work, payload) => {
    const id = String(payload);
    const request = (await store.lockRequests(work.sql, [id])).get(id);
    if (request?.state !== 'WAITING' || !request.isOver) return;
    await store.closeRequest(work.sql, id, { state: 'EXPIRED', reason: null, at: work.now, by: null });
    await handlerFor(handlers, request.kind).refused(work, request, 'EXPIRED');
    await record(work, 'approval.expired', request);
    await tellRequester(work, request, { outcome: 'EXPIRED' });
    await announce(work.sql, request, []);
  },

  [remindTask]: async (work, payload) => {
    const found = await lockOpen(work, String(payload));
    if (!found) return;
    const { request, company } = found;
    if (!mayAsk(request, company)) return endUnasked(work, handlers, request, company);
    await noteAbsence(work, request, company);
    const seats = company.seatsFor(request.kind);
    const waiting = store.waitingOf(request);
    if (isBlocked(waiting, seats)) await tellRequester(work, request, { outcome: 'BLOCKED' });
    const approvers = waitingFor(waiting, seats);
    if (approvers.length > 0) {
      await tellApprovers(work, 'approval_reminder', request, approvers);
      await store.markReminded(work.sql, request.id, work.now);
    }
    await announce(work.sql, request, approvers);
    const runAt = new Date(work.now.getTime() + dayMs);
    await addJobs(work.sql, [
      { task: remindTask, payload: request.id, runAt, key: `${remindTask}:${request.id}` },
    ]);
  },

  [lapseTask]: async (work, payload) => {
    const found = await lockOpen(work, String(payload));
    if (!found || !mayAsk(found.request, found.company)) return;
    const { request, company } = found;
    if (!request.isLapsed) return;
    // People may be back by now, or others may be absent without having been notified.
    await noteAbsence(work, request, company);
    const [noted] = await store.findRequests(work.sql, [request.id]);
    if (!noted?.isLapsed) return;
    const steps = withoutAbsent(store.waitingOf(request), company.seatsFor(request.kind));
    if (steps) await lapse(work, handlers, { ...noted, steps }, company);
  },

  [rightsLostTask]: async (work, payload) => {
    for (const id of await store.listConcerned(work.sql, payload as RightsLost)) {
      const found = await lockOpen(work, id);
      if (!found) continue;
      const { request, company } = found;
      if (!mayAsk(request, company)) await endUnasked(work, handlers, request, company);
      else await noteAbsence(work, request, company);
    }
  },
});

async function lockOpen(work: Work, id: string) {
  const request = (await store.lockRequests(work.sql, [id])).get(id);
  if (!request || !store.waitingOf(request).open) return undefined;
  return { request, company: (await readCompanies(work.sql, [request.clientId]))(request.clientId) };
}

/** Keeps the remaining steps; with none left, carries the request out, or closes it if that is no longer possible. */
async function lapse(
  work: Work,
  handlers: Handlers,
  request: store.RequestRecord,
  company: Company,
): Promise<void> {
  const { sql, now } = work;
  await store.replaceSteps(sql, request.id, request.steps);
  await record(work, 'approval.lapsed', request);
  if (currentStep(store.waitingOf(request))) {
    const approvers = waitingFor(store.waitingOf(request), company.seatsFor(request.kind));
    await tellApprovers(work, 'approval_wanted', request, approvers);
    return announce(sql, request, approvers);
  }
  await query`savepoint lapse`.execute(sql);
  try {
    await store.closeRequest(sql, request.id, { state: 'APPROVED', reason: null, at: now, by: null });
    await handlerFor(handlers, request.kind).approved(work, request, { name: request.requestedByName });
    await query`release savepoint lapse`.execute(sql);
    await tellRequester(work, request, { outcome: 'APPROVED' });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await query`rollback to savepoint lapse`.execute(sql);
    await store.closeRequest(sql, request.id, { state: 'VOIDED', reason: null, at: now, by: null });
    await handlerFor(handlers, request.kind).refused(work, request, 'VOIDED');
    await tellRequester(work, request, { outcome: 'VOIDED' });
  }
  await announce(sql, request, [...company.approverIds]);
}

/** A person's requests end with the right to make them; the approvers learn why nothing waits for them any more. */
async function endUnasked(
  work: Work,
  handlers: Handlers,
  request: store.RequestRecord,
  company: Company,
): Promise<void> {
  const approvers = waitingFor(store.waitingOf(request), company.seatsFor(request.kind));
  await store.closeRequest(work.sql, request.id, { state: 'VOIDED', reason: null, at: work.now, by: null });
  await handlerFor(handlers, request.kind).refused(work, request, 'VOIDED');
  await record(work, 'approval.ended', request);
  await tellApprovers(work, 'approval_ended', request, approvers);
  await announce(work.sql, request, [...company.approverIds]);
}
