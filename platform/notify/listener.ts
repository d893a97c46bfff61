/**
 * LISTEN on a separate connection, opened with the first channel and reopened whenever it is lost.
 *
 * A notification is a hint: its content must be readable from tables, because notifications during a gap are lost.
 */

import type pg from 'pg';
import type { Log } from '../log.ts';
import { newClient } from '../postgres/connecting/connections.ts';

interface Subscription {
  readonly channel: string;
  readonly onMessage: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
}

export interface Listener {
  listen(
    channel: string,
    onMessage: (payload: string) => void,
    onGap?: () => void,
  ): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const firstDelayMs = 50;
const longestDelayMs = 1_000;

/**
 * Opens no connection yet. `listen` fails if the first connection does; a connection lost later is reopened, with pauses of up to a second, and
 * then every `onGap` is called.
 */
export function openListener(url: string, log: Log | undefined): Listener {
  const subscriptions = new Set<Subscription>();
  let connecting: Promise<pg.Client> | undefined;
  let closed = false;

  function connection(): Promise<pg.Client> {
    connecting ??= connect();
    // The first caller gets the error, and the next one tries again.
    connecting.catch(() => {
      connecting = undefined;
    });
    return connecting;
  }

  async function connect(): Promise<pg.Client> {
    const client = newClient(url, {
      application_name: 'calmly listener',
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', (error) => log?.warn({ reason: error.message }, 'listening connection lost'));
    client.on('notification', ({ channel, payload }) => {
      for (const subscription of subscriptions)
        if (subscription.channel === channel) subscription.onMessage(payload ?? '');
    });
    await client.connect();
    try {
      for (const channel of new Set([...subscriptions].map((subscription) => subscription.channel)))
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
    } catch (error) {
      // A standby refuses to listen. Each try would leave a connection open.
      await client.end();
      throw error;
    }
    client.once('end', () => {
      connecting = undefined;
      if (!closed && subscriptions.size > 0) void reconnect(firstDelayMs);
    });
    return client;
  }

  async function reconnect(delayMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (closed || subscriptions.size === 0) return;
    try {
      await connection();
      for (const subscription of subscriptions) subscription.onGap?.();
    } catch (error) {
      log?.warn({ reason: String(error) }, 'the database cannot be listened to yet');
      void reconnect(Math.min(delayMs * 2, longestDelayMs));
    }
  }

  return {
    async listen(channel, onMessage, onGap) {
      const client = await connection();
      const subscription = { channel, onMessage, onGap };
      subscriptions.add(subscription);
      await client.query(`listen ${client.escapeIdentifier(channel)}`).catch((error: unknown) => {
        // Otherwise every later connection would try it again and fail.
        subscriptions.delete(subscription);
        throw error;
      });
      return async () => {
        subscriptions.delete(subscription);
        if ([...subscriptions].some((other) => other.channel === channel)) return;
        // Without a connection nothing is listened to.
        const current = await connecting?.catch(() => undefined);
        await current?.query(`unlisten ${current.escapeIdentifier(channel)}`);
      };
    },
    async close() {
      closed = true;
      subscriptions.clear();
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
