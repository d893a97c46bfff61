/**
 * Push over the websocket `/api/live`. A message is a hint: it says what changed, never the new value; the browser reads the resource
 * again. Hints may be lost, state may not.
 */
import { z } from 'zod';
import { zId } from './common.ts';

/**
 * Why the server closes a socket. An invalid ticket is reported here instead of refusing the connection, because a page cannot read why a connection
 * was refused, and a session may well end between issuing the ticket and using it.
 */
export const liveCloseCodes = {
  /** Too many sockets are open, or one sends too much. Reconnecting at once would only push out another. */
  tooMany: 1008,
  lifetimeOver: 4000,
  sessionEnded: 4001,
  ticketVoid: 4002,
} as const;

/**
 * Sent on every websocket of the bank when there is nothing else to send. A page sees no pings, and a socket whose network is gone stays open for it;
 * silence for longer than `silentMs` means the socket is dead.
 */
export const liveHeartbeat = { topic: 'heartbeat', everyMs: 25_000, silentMs: 60_000 } as const;

export const zLiveEvent = z.discriminatedUnion('topic', [
  z.strictObject({ topic: z.literal('payments'), ids: z.array(zId) }),
  z.strictObject({ topic: z.literal('accounts') }),
  z.strictObject({ topic: z.literal('beneficiaries') }),
  z.strictObject({ topic: z.literal('notifications') }),
  /** Requests for money, and the links to their public pages. */
  z.strictObject({ topic: z.literal('requests') }),
  z.strictObject({ topic: z.literal('payouts'), ids: z.array(zId) }),
  /** Cards: balance, state, controls, delivery. */
  z.strictObject({ topic: z.literal('cards') }),
  /** Crypto wallets: balances, addresses, deposits and withdrawals. */
  z.strictObject({ topic: z.literal('crypto') }),
  /** Standing orders, drafts and templates. */
  z.strictObject({ topic: z.literal('orders') }),
  /** Approvals that this person or profile has to decide, and the profile's policy. */
  z.strictObject({ topic: z.literal('approvals') }),
  /** Statements prepared in the background, and official ones. */
  z.strictObject({ topic: z.literal('statements') }),
  /** Conversations with support. */
  z.strictObject({ topic: z.literal('support') }),
  /** Applications that are connected to the profile. */
  z.strictObject({ topic: z.literal('connections') }),
  /** The profile itself: state, rights, terms, address. */
  z.strictObject({ topic: z.literal('client') }),
  /** The session has ended. `switched`: this browser has moved to another profile. */
  z.strictObject({
    topic: z.literal('session'),
    ended: z.literal(true),
    switched: z.literal(true).optional(),
  }),
]);
/** The topics of hints, one for each kind of data a browser may hold. */
export const liveTopics = zLiveEvent.options
  .map(({ shape }) => shape.topic.value)
  .filter((topic) => topic !== 'session');
export type LiveEvent = z.output<typeof zLiveEvent>;
