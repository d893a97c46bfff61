/**
 * Sandbox: at `/sandbox/desk` a tester plays the world outside the bank: other banks settle, refuse, delay and return payments, money
 * arrives, merchants charge cards, days pass. It moves no money itself: actions take the path of a rail's reports, through the clearing
 * module's sinks, or of a card processor's messages. It
 * exists only with the sandbox rail, the merchants only with the sandbox's card processor, and is open to anyone who reaches the sandbox. Owns no table.
 *
 * Errors: not_found (no such payment to another bank), payment_state (it has moved on), currency_unknown, amount_precision, amount_zero.
 */
import {
  advanceDeskCalendar,
  decideDeskDispute,
  decideDeskPayment,
  decideDeskPurchase,
  getDeskCalendar,
  listDeskCards,
  listDeskMerchants,
  listDeskPayments,
  listDeskPurchases,
  payAtDesk,
  sendDeskCredit,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { addJobs } from '@calmly/platform/jobs/jobs.ts';
import type { Module } from '@calmly/platform/module.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { advanceBusinessTime, businessTime } from '@calmly/platform/time/business-time.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';
import type { IssuerSink } from '@calmly/providers/issuer/issuer.ts';
import type { RailSinks } from '@calmly/providers/rail/rail.ts';
import { plannedAmong } from '@calmly/providers/rail/sandbox-plan-store.ts';
import { listAtOtherBanks } from '../../accounts/server/transactions/index.ts';
import { chainRoutes } from './chains.ts';
import { decideDispute, decidePurchase, deskCards, deskMerchants, deskPurchases, pay } from './merchants.ts';
import { decide, receive, toDeskPayment } from './outside.ts';
import { createPurchaseStream } from './purchase-stream.ts';

export { createMarketModule } from './market.ts';
export {
  addPast,
  fundMarketClient,
  lotsFor,
  marketFunds,
  marketPeople,
  openMarketClient,
} from './market-clients.ts';
export { createMarketPrices } from './market-price.ts';

export interface SandboxOptions {
  /** Receives the rail's messages. */
  readonly sinks: RailSinks;
  /** Jobs for items that fall due by the bank's calendar; they run when it is moved forward. */
  readonly calendarTasks: readonly string[];
  /** Receives the messages of the sandbox's card processor; undefined: the processor and the merchants are real. */
  readonly cards: IssuerSink | undefined;
  /** Automatic purchases; undefined: none. */
  readonly purchases?: { readonly perHour: number; readonly seed: string } | undefined;
  /** The sandbox's chains; undefined: they are real. */
  readonly chains: SandboxWorld | undefined;
}

/** Without `cards` or `chains`, their calls at the desk do not exist. */
export function createSandboxModule({
  sinks,
  calendarTasks,
  cards,
  purchases,
  chains,
}: SandboxOptions): Module {
  const stream = cards && purchases && createPurchaseStream(cards, purchases);
  const calendar = async (work: Work) => ({
    BusinessTime: (await businessTime(work)).toISOString(),
    Merchants: cards !== undefined,
  });
  return {
    name: 'sandbox',
    ...stream,
    jobs: { ...stream?.jobs, ...chains?.jobs },
    routes(router) {
      if (chains) chainRoutes(router, chains);
      if (cards) merchantRoutes(router, cards);
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

/** Merchants' actions with cards, and the card scheme's decisions. */
function merchantRoutes(router: Router, cards: IssuerSink): void {
  router.read(listDeskCards, (work, { query }) => deskCards(work, query));
  router.read(listDeskMerchants, async () => ({ Items: deskMerchants() }));
  router.read(listDeskPurchases, (work, { query }) => deskPurchases(work, query));
  router.write(payAtDesk, (work, { body }) => pay(cards, work, body));
  router.write(decideDeskPurchase, (work, { params, body }) => decidePurchase(cards, work, params.id, body));
  router.write(decideDeskDispute, (work, { params, body }) =>
    decideDispute(cards, work, params.id, body.outcome),
  );
}
