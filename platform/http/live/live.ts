/**
 * The websockets: `/api/live`, which delivers what `push.ts` publishes, only to browsers of the client concerned, and those that modules
 * register (`router.socket`). All have the same tickets and limits.
 *
 * A browser first requests a ticket with its token, and then opens the socket with the subprotocols `calmly` and `calmly.<ticket>`. This
 * keeps secrets out of URLs, which logs would store. The ticket works once, for 30 seconds; an invalid one only gets close code 4002.
 * `Origin` and `Host` must be our own. What browsers send is short and limited in rate (`live-pace.ts`, 1008); `/api/live`
 * ignores it.
 *
 * Limits: upgrades per minute and address, 100 tickets checked at a time for at most five seconds, ten sockets per session and fifty per client on a path, 4 KB per
 * incoming message, 1 MB of unsent messages, after which the socket is dropped. A socket lives 15 minutes (close code 4000: reopen with
 * a new ticket), so none outlives a session that ended unnoticed. Every 25 seconds each gets a ping, for the server, and a heartbeat, for the page, which sees no ping. A socket whose session ends is closed at once (4001).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveHeartbeat, type ProblemCode } from '@calmly/contract';
import proxyAddress from '@fastify/proxy-addr';
import { WebSocketServer } from 'ws';
import type { Log } from '../../log.ts';
import { watchTogether } from '../../metrics.ts';
import type { Published } from '../../notify/push.ts';
import { Problem } from '../../problem.ts';
import { networkOf } from '../address.ts';
import type { RateLimits } from '../rate-limit.ts';
import type { SocketRoute } from '../router.ts';
import { createHostCheck, type HostOptions, isOwnOrigin } from '../security.ts';
import { fragmentLimits } from './live-pace.ts';
import { createRoom, type LiveCaller, refuseTicket } from './room.ts';

export interface LiveOptions extends HostOptions {
  readonly log: Log;
  readonly trustedProxies: readonly string[];
  readonly rateLimits: {
    /** Upgrades per minute and address; 0 is no limit. */
    readonly anonymousPerMinute: number;
  };
  /** Redeems a ticket; undefined if it is unknown, used or expired. */
  readonly redeemTicket: (ticket: string) => Promise<LiveCaller | undefined>;
  /** Further websockets, registered by modules. */
  readonly sockets: readonly SocketRoute[];
}

export interface LiveFeed {
  /** Passes a published message to the sockets concerned. */
  deliver(message: Published): void;
  /**
   * Messages may have been lost, including the end of a session, so every socket is closed (4000): each browser needs a new ticket and reloads
   * everything.
   */
  renew(): void;
  /** Closes every socket (1001, going away) and accepts no more. */
  close(): void;
}

const livePath = '/api/live';
const protocol = 'calmly';
const maxPayloadBytes = 4 * 1024;
const ticketMs = 5000;
const ticketsAtOnce = 100;

/** Handles the server's websocket upgrades. */
export function addLiveFeed(server: Server, options: LiveOptions, { limit }: RateLimits): LiveFeed {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    handleProtocols,
    ...fragmentLimits,
  });
  const own = createRoom(() => ({}));
  const rooms = new Map([
    [livePath, own],
    ...options.sockets.map(({ path, open }) => [`/api${path}`, createRoom(open)] as const),
  ]);
  watchTogether({ calmly_live_sockets: { help: 'Open websockets', labels: ['path'] } }, async () => ({
    calmly_live_sockets: [...rooms].map(([path, room]) => ({ labels: { path }, value: room.size() })),
  }));
  const checkHost = createHostCheck(options);
  const isTrustedProxy = proxyAddress.compile([...options.trustedProxies]);
  const takeForAddress = limit('sockets of an address', options.rateLimits.anonymousPerMinute);
  let ticketsInCheck = 0;
  let closing = false;

  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      if (error instanceof Problem) return refuse(socket, refusals[error.code] ?? '503 Service Unavailable');
      options.log.warn({ reason: String(error) }, 'a websocket could not be opened');
      refuse(socket, '503 Service Unavailable');
    });
  });

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    checkHost(request);
    const room = rooms.get(request.url ?? '');
    if (!room) return refuse(socket, '404 Not Found');
    if (closing || ticketsInCheck >= ticketsAtOnce) return refuse(socket, '503 Service Unavailable');
    await inCheck(socket, async () => takeForAddress(networkOf(proxyAddress(request, isTrustedProxy))));
    if (socket.destroyed) return;
    if (!isOwnOrigin(request.headers.origin, request.headers.host, options.publicUrl))
      return refuse(socket, '403 Forbidden');
    const ticket = ticketOf(request.headers['sec-websocket-protocol']);
    if (ticket === undefined) return refuse(socket, '401 Unauthorized');
    const caller = await inCheck(socket, () => options.redeemTicket(ticket));
    if (socket.destroyed) return;
    sockets.handleUpgrade(request, socket, head, (opened) =>
      caller ? room.welcome(opened, caller) : refuseTicket(opened),
    );
  }

  /** Waits for the database as long as a ticket may take. */
  async function inCheck<Result>(socket: Duplex, check: () => Promise<Result>): Promise<Result> {
    ticketsInCheck += 1;
    const late = setTimeout(() => refuse(socket, '503 Service Unavailable'), ticketMs).unref();
    try {
      return await check();
    } finally {
      clearTimeout(late);
      ticketsInCheck -= 1;
    }
  }

  function deliver({ clientId, sessionId, event }: Published): void {
    const text = JSON.stringify(event);
    for (const connection of own.connectionsOf(clientId))
      if (sessionId === undefined || connection.sessionId === sessionId) connection.send(text);
    if (event.topic === 'session') for (const room of rooms.values()) room.endSession(clientId, sessionId);
  }

  const sweep = setInterval(() => {
    for (const room of rooms.values()) room.sweep();
  }, liveHeartbeat.everyMs);
  sweep.unref();

  return {
    deliver,
    renew: () => {
      for (const room of rooms.values()) room.renew();
    },
    close: () => {
      closing = true;
      clearInterval(sweep);
      for (const room of rooms.values()) room.close();
    },
  };
}

const refusals: Readonly<Partial<Record<ProblemCode, string>>> = {
  invalid_request: '400 Bad Request',
  misdirected: '421 Misdirected Request',
  too_many_requests: '429 Too Many Requests',
};

/** Chooses the protocol without the secret, unless the caller offers only the ticket's. */
function handleProtocols(offered: Set<string>): string | false {
  if (offered.has(protocol)) return protocol;
  return [...offered].find((name) => name.startsWith(`${protocol}.`)) ?? false;
}

function ticketOf(protocols: string | undefined): string | undefined {
  const prefix = `${protocol}.`;
  return protocols
    ?.split(',')
    .map((name) => name.trim())
    .find((name) => name.startsWith(prefix))
    ?.slice(prefix.length);
}

function refuse(socket: Duplex, status: string): void {
  // Half-open sockets are allowed here: without `destroy` a peer that does not hang up would keep it.
  socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`, () => socket.destroy());
}
