/**
 * Listens on every address of the host name: `localhost` is 127.0.0.1 and ::1. The framework would start a second HTTP server without
 * limits for the other address; here the sockets of both belong to one server.
 */
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Starts to listen; settles with the first bound address. */
export type Listen = (at: { readonly host: string; readonly port: number }) => Promise<string>;

/** Only `localhost` is bound on several addresses, with the port of the first; a further address that cannot be bound is skipped without an error. */
export function createListen(server: FastifyInstance): Listen {
  const others: SocketServer[] = [];
  // Runs before the server closes, which must not happen while a call over another address is still in flight.
  server.addHook('preClose', async () => {
    await Promise.all(others.map((other) => once(other.close(), 'close')));
  });

  return async ({ host, port }) => {
    if (host !== 'localhost') return server.listen({ host, port });
    const [first, ...more] = await lookup(host, { all: true });
    const bound = await server.listen({ host: first?.address ?? '127.0.0.1', port });
    for (const { address } of more) await join(address, (server.server.address() as AddressInfo).port);
    return bound;
  };

  async function join(host: string, port: number): Promise<void> {
    const other = createSocketServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.server.emit('connection', socket),
    );
    try {
      await once(other.listen({ host, port }), 'listening');
      others.push(other);
    } catch {
      // This machine does not use that address, or another program has the port there.
    }
  }
}
