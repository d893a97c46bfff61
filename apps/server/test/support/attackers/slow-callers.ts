/**
 * Callers that hold sockets without using them, on plain sockets: each `hold` opens one, sends data in its own slow way and resolves when
 * the server has closed it, or when it has been held long enough.
 * Time is counted in drips, two a second. They are late if the process is late, like the server's own check of its sockets.
 */
import { request as httpRequest, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

const dripMs = 500;
export const dripsIn = (milliseconds: number) => milliseconds / dripMs;

export interface SlowCaller {
  /** Sent immediately. */
  readonly opening: string;
  /** Sent twice a second after it. */
  readonly drip?: string;
  /** Reads a kilobyte at each drip instead of everything. */
  readonly readsSlowly?: boolean;
}

const json = 'Content-Type: application/json\r\n';

/** The attacks of slowhttptest (headers H, body B, reading X) and more bodies. `token` admits the upload. */
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

/** The server's side of each socket by its peer's port: a slow reader does not see that it was closed. */
function acceptedBy(server: Server): Map<number, Socket> {
  const known = accepted.get(server);
  if (known) return known;
  const byPort = new Map<number, Socket>();
  server.on('connection', (socket: Socket) => byPort.set(socket.remotePort ?? 0, socket));
  accepted.set(server, byPort);
  return byPort;
}

export interface Held {
  /** Whether the server closed it before it was released. */
  readonly wasClosed: Promise<boolean>;
  letGo(): void;
}

/** Holds a socket until the server closes it, `mostDrips` drips are over, or it is released. `haste`: this many times as many drips. */
export function hold(
  server: Server,
  { opening, drip, readsSlowly }: SlowCaller,
  {
    mostDrips = Number.POSITIVE_INFINITY,
    haste = 1,
  }: { readonly mostDrips?: number; readonly haste?: number } = {},
): Held {
  const ended = Promise.withResolvers<boolean>();
  const byPort = acceptedBy(server);
  const onread = { buffer: Buffer.alloc(1024), callback: () => readsSlowly !== true };
  const socket = connect({ port: portOf(server), host: '127.0.0.1', onread });
  let ownPort = 0;
  let drips = 0;
  let sentBefore = 0;
  const isClosed = () => byPort.get(ownPort)?.destroyed ?? socket.destroyed;
  const end = () => {
    clearInterval(timer);
    const wasClosed = isClosed();
    socket.destroy();
    ended.resolve(wasClosed);
  };
  const timer = setInterval(() => {
    drips += 1;
    if (isClosed() || drips > mostDrips) return end();
    if (readsSlowly) {
      // Until the operating system's buffers are full, answers are accepted as fast as the server makes them.
      const sent = sentBytes(byPort.get(ownPort));
      if (sent - sentBefore > fullFromBytes) drips = 0;
      sentBefore = sent;
      socket.resume();
    }
    if (drip !== undefined && socket.writable) socket.write(drip);
  }, dripMs / haste);
  socket.on('connect', () => {
    ownPort = socket.localPort ?? 0;
    socket.write(opening);
  });
  socket.on('error', () => socket.destroy());
  return { wasClosed: ended.promise, letGo: end };
}

/** More than a slow reader takes between two drips: the system makes room in larger pieces. */
const fullFromBytes = 256 * 1024;

/** Bytes of a socket's answers that the operating system has accepted. */
function sentBytes(socket: Socket | undefined): number {
  const { _handle: handle } = (socket ?? {}) as { _handle?: { readonly writeQueueSize?: number } | null };
  return (socket?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0);
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Milliseconds of one honest call over a new socket; rejects if it is not answered with 200. */
export function callOnce(port: number, from: string, path = '/api/allcountries'): Promise<number> {
  // Not `performance.now`, which a test may speed up.
  const startedAt = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const call = httpRequest(
      { port, host: '127.0.0.1', localAddress: from, path, agent: false },
      (answer) => {
        answer.resume();
        answer.on('end', () =>
          answer.statusCode === 200
            ? resolve(Number(process.hrtime.bigint() - startedAt) / 1e6)
            : reject(new Error(`${path} answered ${answer.statusCode}`)),
        );
      },
    );
    call.setTimeout(10_000, () => call.destroy(new Error('no answer within 10 s')));
    call.on('error', reject);
    call.end();
  });
}

/** The 99th percentile. */
export const p99 = (milliseconds: readonly number[]): number =>
  milliseconds.toSorted((a, b) => a - b)[Math.ceil(milliseconds.length * 0.99) - 1] ?? 0;
