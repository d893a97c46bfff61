/**
 * Holds the port before the server is ready, so that a second server fails before it touches a database. Answers 503 with Retry-After until the
 * server itself listens.
 */
import { createServer } from 'node:http';
import type { Config } from '../config/config.ts';
import { Refusal } from '../refusal.ts';

type Place = Pick<Config, 'host' | 'port'>;

export interface HeldPort {
  /** Releases the port for the server; may be repeated. */
  release(): Promise<void>;
}

/** Holds the port, or throws a Refusal. Port 0 means any free port, which cannot be held. */
export async function holdPort({ host, port }: Place): Promise<HeldPort> {
  if (port === 0) return { release: async () => undefined };
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain', connection: 'close' });
    response.end('Calmly is starting.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenRefusal(error, { host, port })));
    server.listen({ host, port }, resolve);
  });
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Why the port cannot be listened on. */
export function listenRefusal(error: unknown, { host, port }: Place): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Refusal(`Port ${port} is used by another program; set PORT to a free one.`);
  if (code === 'EACCES') return new Refusal(`This user may not use port ${port}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refusal(`HOST ${host} is not an address of this machine.`);
  return error;
}
