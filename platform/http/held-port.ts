/**
 * Holds the port before the server is ready, so that a second server fails before it touches a database. Answers 503 with Retry-After until the
 * server itself listens.
 */
import { createServer } from 'node:http';
import type { Config } from '../config/config.ts';
import { Refusal } from '../refusal.ts';

type Place = Pick<Config, 'host' | 'port'>;
type PortVariable = 'PORT' | 'OFFICE_PORT';

export interface HeldPort {
  /** Releases the port for the server; may be repeated. */
  release(): Promise<void>;
}

/** Holds the port, or throws a Refusal. Port 0 means any free port, which cannot be held. */
export async function holdPort({ host, port }: Place, variable?: PortVariable): Promise<HeldPort> {
  if (port === 0) return { release: async () => undefined };
  const server = createServer((_request, response) => {
    response.writeHead(503, { 'retry-after': '2', 'content-type': 'text/plain', connection: 'close' });
    response.end('Calmly is starting.\n');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(listenRefusal(error, { host, port }, variable)));
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

/** How many ports after the portal's are tried for the office. */
const officePorts = 20;

/** Holds the office's port: the configured one, or the next free one after the portal's. */
export async function holdOfficePort({
  host,
  port,
  office,
}: Pick<Config, 'host' | 'port' | 'office'>): Promise<HeldPort & { readonly port: number }> {
  if (office.port !== undefined || port === 0) {
    const own = office.port ?? 0;
    return { ...(await holdPort({ host, port: own }, 'OFFICE_PORT')), port: own };
  }
  for (let next = port + 1; ; next += 1)
    try {
      return { ...(await holdPort({ host, port: next }, 'OFFICE_PORT')), port: next };
    } catch (error) {
      if (next === Math.min(port + officePorts, 65_535)) throw error;
    }
}

/** Why the port cannot be listened on. */
export function listenRefusal(
  error: unknown,
  { host, port }: Place,
  variable: PortVariable = 'PORT',
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Refusal(`Port ${port} is used by another program; set ${variable} to a free one.`);
  if (code === 'EACCES') return new Refusal(`This user may not use port ${port}.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Refusal(`HOST ${host} is not an address of this machine.`);
  return error;
}
