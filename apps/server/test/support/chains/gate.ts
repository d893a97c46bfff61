/** A gate in front of a node: while it is shut, no call of the bank is in flight, so that a test can change the chain between two of them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Gate {
  readonly url: string;
  /** Waits for the calls in flight, and holds others until `act` has ended. */
  shutWhile<Result>(act: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export async function startGate(target: string): Promise<Gate> {
  const passing = new Set<Promise<unknown>>();
  let open = Promise.resolve();

  async function forward(method: string, body: Buffer) {
    const answer = await fetch(target, {
      method,
      headers: { 'content-type': 'application/json' },
      body: Uint8Array.from(body),
    });
    return { status: answer.status, text: await answer.text() };
  }
  async function pass(method: string, body: Buffer) {
    // It may have been shut again in the meantime.
    for (let seen: Promise<void> | undefined; seen !== open; await seen) seen = open;
    const passed = forward(method, body);
    passing.add(passed);
    return passed.finally(() => passing.delete(passed));
  }

  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { status, text } = await pass(request.method ?? 'POST', Buffer.concat(chunks));
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    } catch {
      // The caller gave up, or the node is gone: both see a broken connection.
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async shutWhile(act) {
      const shut = Promise.withResolvers<void>();
      open = shut.promise;
      try {
        await Promise.allSettled(passing);
        return await act();
      } finally {
        shut.resolve();
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
