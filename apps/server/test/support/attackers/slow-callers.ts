/**
 * Callers that hold sockets without using them, on plain sockets: each `hold` opens one, sends data in its own slow way and settles with
 * the milliseconds until the server closed it.
 */
import { request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

const dripMs = 500;

export interface SlowCaller {
  /** Sent at once. */
  readonly opening: string;
  /** Sent twice a second after it. */
  readonly drip?: string;
  /** Reads a kilobyte at each drip instead of everything. */
  readonly readsSlowly?: boolean;
}

const json = 'Content-Type: application/json\r\n';

/** The attacks of slowhttptest (headers H, body B, reading X) and more bodies. `token` opens the upload's door. */
export const slowCallers = (token: string): Readonly<Record<string, SlowCaller>> => ({
  'an idle socket': { opening: '' },
  'slow headers': { opening: 'GET / HTTP/1.1\r\nHost: localhost\r\n', drip: 'X-a: b\r\n' },
  'a slow body': { opening: posting('/api/registrations', json), drip: ' ' },
  'a slow body without its length': {
    opening: `POST /api/registrations HTTP/1.1\r\nHost: localhost\r\n${json}Transfer-Encoding: chunked\r\n\r\n`,
    drip: '1\r\n \r\n',
  },
  'a slow body to a protocol': {
    opening: posting('/connect/token', 'Content-Type: application/x-www-form-urlencoded\r\n'),
    drip: 'a',
  },
  'a slow body to a webhook': { opening: posting('/api/webhooks/sumsub', json), drip: ' ' },
  'a slow body of a refused call': { opening: posting('/api/transactions', json), drip: ' ' },
  'a slow upload': {
    opening: posting('/api/documents', `${json}Authorization: Bearer ${token}\r\n`),
    drip: ' '.repeat(1024),
  },
  'a slow reader': {
    opening: 'GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40),
    readsSlowly: true,
  },
});

function posting(path: string, headers: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}Content-Length: 60000\r\n\r\n`;
}

const accepted = new WeakMap<Server, Map<number, Socket>>();

/** The server's own side of each socket by its peer's port: a slow reader does not see that it was closed. */
function acceptedBy(server: Server): Map<number, Socket> {
  const known = accepted.get(server);
  if (known) return known;
  const byPort = new Map<number, Socket>();
  server.on('connection', (socket: Socket) => byPort.set(socket.remotePort ?? 0, socket));
  accepted.set(server, byPort);
  return byPort;
}

/** Milliseconds until the server closed the socket; undefined when it was still open after `longestMs`. */
export function hold(
  server: Server,
  { opening, drip, readsSlowly }: SlowCaller,
  { longestMs }: { readonly longestMs: number },
): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const byPort = acceptedBy(server);
  const startedAtMs = performance.now();
  const onread = { buffer: Buffer.alloc(1024), callback: () => readsSlowly !== true };
  const socket = connect({ port: portOf(server), host: '127.0.0.1', onread });
  let ownPort = 0;
  const timer = setInterval(() => {
    const elapsedMs = performance.now() - startedAtMs;
    const isClosed = byPort.get(ownPort)?.destroyed ?? socket.destroyed;
    if (isClosed || elapsedMs > longestMs) {
      clearInterval(timer);
      socket.destroy();
      return resolve(isClosed ? elapsedMs : undefined);
    }
    if (readsSlowly) socket.resume();
    if (drip !== undefined && socket.writable) socket.write(drip);
  }, dripMs);
  socket.on('connect', () => {
    ownPort = socket.localPort ?? 0;
    socket.write(opening);
  });
  socket.on('error', () => socket.destroy());
  return promise;
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Milliseconds that one honest call over a new socket takes; rejects when it is not answered 200. */
export function callOnce(port: number, from: string, path = '/api/allcountries'): Promise<number> {
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { port, host: '127.0.0.1', localAddress: from, path, agent: false },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(performance.now() - startedAtMs)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        );
      },
    );
    call.setTimeout(10_000, () => call.destroy(new Error('no answer within 10 s')));
    call.on('error', reject);
    call.end();
  });
}

/** The slowest but one in a hundred. */
export const p99 = (milliseconds: readonly number[]): number =>
  milliseconds.toSorted((a, b) => a - b)[Math.ceil(milliseconds.length * 0.99) - 1] ?? 0;
