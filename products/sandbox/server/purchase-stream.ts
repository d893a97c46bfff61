/**
 * Automatic purchases of the sandbox with cards in use, so that there is activity to see: most are collected minutes later, some in two parts, some
 * released, some refunded, some never collected. The seed and the time decide, so a job that runs twice makes one purchase.
 */
import { createHash } from 'node:crypto';
import { formatDecimal } from '@calmly/domain';
import { addJobs, type JobHandler, type NewJob } from '@calmly/platform/jobs/jobs.ts';
import type { Sql, Work } from '@calmly/platform/work.ts';
import type { IssuerEvent, IssuerSink } from '@calmly/providers/issuer/issuer.ts';
import {
  clearingOf,
  type KnownPurchase,
  refundOf,
  requestFor,
  reversalOf,
} from '@calmly/providers/issuer/sandbox.ts';
import { sandboxMerchants } from '@calmly/providers/issuer/sandbox-merchants.ts';
import { findAuthorization, listPayable } from '../../cards/server/index.ts';

const purchaseTask = 'sandbox_purchase';
const followUpTask = 'sandbox_purchase_follow_up';

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** One of the newest cards is chosen. */
const cardsAtMost = 200;
/** Cards with less money are skipped. */
const leastMinor = 500n;

export interface PurchaseStream {
  readonly jobs: Readonly<Record<string, JobHandler>>;
  start(sql: Sql): Promise<void>;
}

/** The first purchase is made one interval after a server's start, and each start resets the time. */
export function createPurchaseStream(
  sink: IssuerSink,
  { perHour, seed }: { readonly perHour: number; readonly seed: string },
): PurchaseStream {
  const everyMs = hourMs / perHour;
  const scheduleAt = (sql: Sql, runAt: Date) =>
    addJobs(sql, [{ task: purchaseTask, payload: {}, runAt, key: purchaseTask }]);
  return {
    jobs: {
      async [purchaseTask](work) {
        const slot = Math.floor(work.now.getTime() / everyMs);
        await buy(sink, work, { slot, seed });
        await scheduleAt(work.sql, new Date((slot + 1) * everyMs));
      },
      [followUpTask]: async (work, payload) => {
        await sink.take(work, payload as IssuerEvent);
      },
    },
    start: (sql) => scheduleAt(sql, new Date(Date.now() + everyMs)),
  };
}

/** One purchase with one of the cards that have money, and its follow-ups. */
async function buy(
  sink: IssuerSink,
  work: Work,
  { slot, seed }: { readonly slot: number; readonly seed: string },
): Promise<void> {
  const chance = (of: string, below: number): number =>
    createHash('sha256').update(`${seed} ${slot} ${of}`).digest().readUInt32BE() % below;
  const cards = (await listPayable(work.sql, { before: undefined, limit: cardsAtMost })).filter(
    ({ status, availableMinor }) => status === 'ACTIVE' && availableMinor >= leastMinor,
  );
  const card = cards[chance('card', cards.length || 1)];
  const merchant = sandboxMerchants[chance('merchant', sandboxMerchants.length)];
  if (!card || !merchant) return;
  const { currency, channel, usual } = merchant;
  const [least, most] = usual;
  const minor = least + BigInt(chance('amount', Number(most - least)));
  const purchase = { id: `stream-${slot}`, cardId: card.id, merchant, channel, mistake: 'NONE' as const };
  const request = requestFor({ ...purchase, amount: formatDecimal(minor, currency) });
  const { approved, transactionId } = await sink.decide(work, request);
  const known =
    approved && transactionId !== null ? await findAuthorization(work.sql, transactionId) : undefined;
  if (!known) return;
  await addJobs(
    work.sql,
    followUps(known, chance('what', 100), chance('when', 25)).map(
      ({ event, minutes }): NewJob => ({
        task: followUpTask,
        payload: event,
        runAt: new Date(work.now.getTime() + minutes * minuteMs),
      }),
    ),
  );
}

/** The merchant's later actions, decided by `what` in a hundred. */
function followUps(
  purchase: KnownPurchase,
  what: number,
  minutes: number,
): Array<{ readonly event: IssuerEvent; readonly minutes: number }> {
  const { authorizedMinor: all, reference } = purchase;
  const part = (name: string, minor: bigint) => ({
    id: `${reference}-${name}`,
    minor,
    currency: 'EUR' as const,
  });
  const collected = { event: clearingOf(purchase, part('clearing', all), true), minutes: minutes + 5 };
  if (what < 65) return [collected];
  if (what < 75)
    return [collected, { event: refundOf(purchase, part('refund', all)), minutes: minutes + 45 }];
  if (what < 85) {
    const half = all / 2n;
    return [
      { event: clearingOf(purchase, part('first', half), false), minutes: minutes + 5 },
      { event: clearingOf(purchase, part('rest', all - half), true), minutes: minutes + 30 },
    ].filter(() => half > 0n);
  }
  return what < 95 ? [{ event: reversalOf(purchase, part('reversal', all)), minutes: minutes + 5 }] : [];
}
