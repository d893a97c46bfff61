/**
 * The outbox: the jobs that deliver messages and, for channels without a real carrier, the sandbox's reader: `/sandbox/outbox`, single
 * emails as they look, and `/sandbox/outbox.json?to=` for tests.
 */
import { zId } from '@calmly/contract';
import type { PageRequest, Router } from '@calmly/platform/http/router.ts';
import { watchTogether } from '@calmly/platform/metrics.ts';
import type { Module } from '@calmly/platform/module.ts';
import { pageOf } from '@calmly/platform/page.ts';
import type { Sql } from '@calmly/platform/work.ts';
import { renderHtml } from '../email/render.ts';
import { type Carriers, createDelivery, type DeliveryTools } from './delivery.ts';
import { readerPage } from './reader-page.ts';
import {
  type Channel,
  deliveryTask,
  findMessage,
  listOutbox,
  listParked,
  lookForCarrier,
  messagePurge,
  readParked,
  resumeTask,
  settleStale,
} from './store.ts';

const channels = ['email', 'sms', 'push'] as const satisfies readonly Channel[];
const pageSize = 50;
/** An email has its styles on its elements and may do nothing else. Links open in a new window. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

export interface OutboxOptions extends DeliveryTools {
  readonly carriers: Carriers;
  /** Whether what is not carried may be read by anyone who comes. */
  readonly sandbox: boolean;
}

/** Channels without a carrier keep their messages, which only a sandbox shows. */
export function createOutbox({ carriers, sandbox, ...tools }: OutboxOptions): Module {
  const kept = channels.filter((channel) => carriers[channel] === undefined);
  const carried = channels.filter((channel) => !kept.includes(channel));
  return {
    name: 'outbox',
    jobs: Object.fromEntries(
      channels.flatMap((channel) => {
        const { deliver, resume } = createDelivery(channel, carriers[channel], tools);
        return [
          [deliveryTask(channel), { ...deliver, lane: 'messages' as const }],
          [deliveryTask(channel, true), { ...deliver, lane: 'codes' as const }],
          [resumeTask(channel), { ...resume, lane: 'messages' as const, isPersistent: true }],
        ];
      }),
    ),
    purges: [messagePurge],
    // What the sandbox kept to be read, before the channel had a carrier, holds codes and links, so it is no longer shown here.
    start: async (sql) => {
      watchParked(sql);
      await settleStale(sql, carried);
      // The channel had no carrier for a while, and whoever looked for it found nothing to do.
      for (const channel of await listParked(sql, carried)) await lookForCarrier(sql, channel, new Date());
    },
    ...(sandbox && kept.length > 0 ? { routes: (router: Router) => readerRoutes(router, kept) } : {}),
  };
}

/** Messages that do not wait for a carrier have jobs, which the queue's figures count. */
function watchParked(sql: Sql): void {
  watchTogether(
    {
      calmly_messages_parked: {
        help: 'Messages that wait for a carrier that cannot be reached',
        labels: ['channel'],
      },
      calmly_messages_oldest_seconds: {
        help: 'Age of the oldest message that waits for a carrier',
        labels: ['channel'],
      },
    },
    async () => {
      const parked = await readParked(sql);
      const of = (channel: Channel) => parked.find((each) => each.channel === channel);
      return {
        calmly_messages_parked: channels.map((channel) => ({
          labels: { channel },
          value: of(channel)?.count ?? 0,
        })),
        calmly_messages_oldest_seconds: channels.map((channel) => ({
          labels: { channel },
          value: of(channel)?.age ?? 0,
        })),
      };
    },
  );
}

function readerRoutes(router: Router, kept: readonly Channel[]): void {
  const listed = (query: PageRequest['query']) => ({
    channels: kept,
    limit: pageSize + 1,
    recipient: one(query.to),
    before: zId.safeParse(query.cursor).data,
  });
  router.page('/sandbox/outbox', async ({ sql }, { query, locale, nonce }) => {
    const id = zId.safeParse(query.id).data;
    const found = id === undefined ? undefined : await findMessage(sql, id);
    const open = found && kept.includes(found.channel) ? found : undefined;
    const { Items, NextCursor } = pageOf(await listOutbox(sql, listed(query)), pageSize);
    const recipient = one(query.to);
    return readerPage({ messages: Items, open, recipient, nextCursor: NextCursor, locale, nonce });
  });
  router.page('/sandbox/outbox/email', async ({ sql }, { query }) => {
    const id = zId.safeParse(query.id).data;
    const message = id === undefined ? undefined : await findMessage(sql, id);
    const email = kept.includes('email') ? message?.email : undefined;
    return { body: email ? renderHtml(email) : '', policy: mailPolicy };
  });
  router.page('/sandbox/outbox.json', async ({ sql }, { query }) => ({
    body: JSON.stringify(pageOf(await listOutbox(sql, listed(query)), pageSize)),
    mediaType: 'application/json',
  }));
}

const one = (value: string | readonly string[] | undefined) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
