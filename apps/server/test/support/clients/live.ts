/** The live connection of an open page, and the events that it receives. */
import { once } from 'node:events';
import { newId } from '@calmly/platform/ids.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { WebSocket } from 'ws';
import type { TestApp } from '../app.ts';
import { until } from '../until.ts';

export interface OpenPage {
  /** The topics of the events committed by the end of `act`, in order. */
  heardDuring(act: () => Promise<unknown>): Promise<string[]>;
  close(): void;
}

type Event = { readonly topic: string; readonly ids?: readonly string[] };

/** Opens a page of the token's profile. */
export async function openPage(
  app: TestApp,
  { token, clientId }: { readonly token: string; readonly clientId: string },
): Promise<OpenPage> {
  const answer = await fetch(`${app.url}/api/oauth/live-ticket`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { ticket } = (await answer.json()) as { ticket: string };
  const address = `${app.url.replace('http', 'ws')}/api/live`;
  const socket = new WebSocket(address, ['calmly', `calmly.${ticket}`], { origin: app.url });
  let events: Event[] = [];
  socket.on('message', (message) => events.push(JSON.parse(String(message))));
  await once(socket, 'open');
  return {
    async heardDuring(act) {
      events = [];
      await act();
      // The server sends the events of its transactions in order: once this one has arrived, the others have too.
      const last = newId();
      await app.database.inTransaction((sql) => publish(sql, clientId, { topic: 'payments', ids: [last] }));
      const isLast = ({ ids }: Event) => ids?.includes(last) ?? false;
      const heard = await until(
        async () => events,
        (all) => all.some(isLast),
      );
      return heard.filter((event) => !isLast(event)).map(({ topic }) => topic);
    },
    close: () => socket.close(),
  };
}
