/**
 * Jobs of requests: one reminder a day while a request waits, and expiry. The database's clock decides about expiry, under the request's
 * lock, so that either an approval at the last moment or the expiry comes first.
 */
import { addJobs, type SingleJobHandler } from '../../platform/jobs/jobs.ts';
import { announce, tellApprovers, tellRequester } from './announce.ts';
import { expireTask, remindTask } from './ask.ts';
import { readCompanies } from './companies.ts';
import { record, waitingOf } from './decide.ts';
import { type Handlers, handlerFor } from './handlers.ts';
import { closeRequest, lockRequests, markReminded } from './request-store.ts';
import { isBlocked, waitingFor } from './rules.ts';

const dayMs = 86_400_000;

/**
 * Both do nothing for a request that is closed or unknown, so a repeated job is harmless. The reminder adds
 * its next run for as long as the request is open.
 */
export const approvalJobs = (handlers: Handlers): Readonly<Record<string, SingleJobHandler>> => ({
  [expireTask]: async (work, payload) => {
    const id = String(payload);
    const request = (await lockRequests(work.sql, [id])).get(id);
    if (request?.state !== 'WAITING' || !request.isOver) return;
    await closeRequest(work.sql, id, { state: 'EXPIRED', reason: null, at: work.now, by: null });
    await handlerFor(handlers, request.kind).refused(work, request, 'EXPIRED');
    await record(work, 'approval.expired', request);
    await tellRequester(work, request, { outcome: 'EXPIRED' });
    await announce(work.sql, request, []);
  },

  [remindTask]: async (work, payload) => {
    const id = String(payload);
    const request = (await lockRequests(work.sql, [id])).get(id);
    if (!request || !waitingOf(request).open) return;
    const company = (await readCompanies(work.sql, [request.clientId]))(request.clientId);
    const seats = company.seatsFor(request.kind);
    const waiting = waitingOf(request);
    if (isBlocked(waiting, seats)) await tellRequester(work, request, { outcome: 'BLOCKED' });
    const approvers = waitingFor(waiting, seats);
    if (approvers.length > 0) {
      await tellApprovers(work, 'approval_reminder', request, approvers);
      await markReminded(work.sql, id, work.now);
    }
    await announce(work.sql, request, approvers);
    const runAt = new Date(work.now.getTime() + dayMs);
    await addJobs(work.sql, [{ task: remindTask, payload: id, runAt, key: `${remindTask}:${id}` }]);
  },
});
