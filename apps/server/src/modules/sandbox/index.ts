/**
 * Sandbox: at `/sandbox/desk` a tester plays the world outside the bank: other banks settle, refuse, delay and return payments, money
 * arrives, days pass. It moves no money itself: actions take the path of a rail's reports, through the clearing module's sinks. It
 * exists only with the sandbox rail, and is open to anyone who reaches the sandbox. Owns no table.
 *
 * Errors: not_found (no such payment to another bank), payment_state (it has moved on), currency_unknown, amount_precision, amount_zero.
 */
import {
  advanceDeskCalendar,
  decideDeskPayment,
  getDeskCalendar,
  listDeskPayments,
  sendDeskCredit,
} from '@calmly/contract';
import { addJobs } from '../../platform/jobs/jobs.ts';
import type { Module } from '../../platform/module.ts';
import { cursorId, pageOf } from '../../platform/page.ts';
import { advanceBusinessTime, businessTime } from '../../platform/time/business-time.ts';
import type { Work } from '../../platform/work.ts';
import type { RailSinks } from '../../providers/rail/rail.ts';
import { plannedAmong } from '../../providers/rail/sandbox-plan-store.ts';
import { listAtOtherBanks } from '../transactions/index.ts';
import { decide, receive, toDeskPayment } from './outside.ts';

export interface SandboxOptions {
  /** Where the rail's news goes. */
  readonly sinks: RailSinks;
  /** Jobs that look for what has fallen due by the bank's calendar; they run when it is moved on. */
  readonly calendarTasks: readonly string[];
}

export function createSandboxModule({ sinks, calendarTasks }: SandboxOptions): Module {
  return {
    name: 'sandbox',
    routes(router) {
      router.read(listDeskPayments, async (work, { query }) => {
        const { limit, cursor, state, search } = query;
        const found = await listAtOtherBanks(work.sql, {
          status: state === 'executed' ? 'EXECUTED' : 'PENDING_FINANCE_INSTITUTION',
          search,
          before: cursorId(cursor),
          limit: limit + 1,
        });
        const planned = await plannedAmong(
          work.sql,
          found.map(({ id }) => id),
        );
        return pageOf(
          found.map((payment) => toDeskPayment(payment, planned.get(payment.id))),
          limit,
        );
      });

      router.write(decideDeskPayment, (work, { params, body }) => decide(sinks, work, params.id, body));
      router.write(sendDeskCredit, (work, { body }) => receive(sinks, work, body));

      router.read(getDeskCalendar, calendar);
      router.write(advanceDeskCalendar, async (work, { body }) => {
        await advanceBusinessTime(work.sql, body.Hours);
        await addJobs(
          work.sql,
          calendarTasks.map((task) => ({ task, payload: {}, key: task })),
        );
        return calendar(work);
      });
    },
  };
}

const calendar = async (work: Work) => ({ BusinessTime: (await businessTime(work)).toISOString() });
