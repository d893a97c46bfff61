/**
 * The websocket `/api/live`: delivers what `push.ts` publishes, only to browsers of the client concerned.
 *
 * A browser first requests a ticket with its token, and then opens the socket with the subprotocols `calmly` and `calmly.<ticket>`. This
 * keeps secrets out of URLs, which logs would store. The ticket works once, for 30 seconds; an invalid one only gets close code 4002.
 * `Origin` and `Host` must be our own. The socket only sends to the browser: input is ignored, must be short and limited in rate
 * (`live-pace.ts`, 1008).
 *
 * Limits: upgrades per minute and address, 100 tickets checked at a time for at most five seconds, five sockets per client, 4 KB per
 * incoming message, 1 MB of unsent messages, after which the socket is dropped. A socket lives 15 minutes (close code 4000: reopen with
 * a new ticket), so none outlives a session that ended unnoticed. A socket whose session ends is closed at once (4001).
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveCloseCodes, type ProblemCode } from '@calmly/contract';
import proxyAddress from '@fastify/proxy-addr';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Published } from '../../notify/push.ts';
import { Problem } from '../../problem.ts';
import { networkOf } from '../address.ts';
import { createHostCheck, type HostOptions } from '../hosts.ts';
import { createRateLimit } from '../rate-limit.ts';
import { isOwnOrigin } from '../security.ts';
import { fragmentLimits, limitPace } from './live-pace.ts';

/** Whose socket it is. */
export interface LiveCaller {
  readonly clientId: string;
  readonly sessionId: string;
}

export interface LiveOptions extends HostOptions {
  readonly log: Logger;
  readonly trustedProxies: readonly string[];
  readonly rateLimits: {
    /** Upgrades per minute and address; 0 is no limit. */
    readonly anonymousPerMinute: number;
  };
  /** Uses a ticket up; undefined when it is unknown, used or too old. */
  readonly redeemTicket: (ticket: string) => Promise<LiveCaller | undefined>;
}

export interface LiveFeed {
  /** Passes a published message on to the sockets it is for. */
  deliver(message: Published): void;
  /** Says goodbye to every socket (1001, going away) and takes no more. */
  close(): void;
}

interface Connection extends LiveCaller {
  readonly openedAtMs: number;
  answeredPing: boolean;
}

const path = '/api/live';
const protocol = 'calmly';
const socketsPerClient = 5;
const maxPayloadBytes = 4 * 1024;
const maxBufferedBytes = 1024 * 1024;
const pingIntervalMs = 25_000;
const lifetimeMs = 15 * 60 * 1000;
/** How long to wait for a browser that does not answer the close frame. */
const goodbyeMs = 1000;
const ticketMs = 5000;
const ticketsAtOnce = 100;
const closeCodes = { goingAway: 1001, tooMany: 1008, ...liveCloseCodes } as const;

/** Answers websocket upgrades of the server. */
export function addLiveFeed(server: Server, options: LiveOptions): LiveFeed {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxPayloadBytes,
    handleProtocols,
    ...fragmentLimits,
  });
  const byClient = new Map<string, Map<WebSocket, Connection>>();
  const checkHost = createHostCheck(options);
  const isTrustedProxy = proxyAddress.compile([...options.trustedProxies]);
  const takeForAddress = createRateLimit(options.rateLimits.anonymousPerMinute);
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
    if (request.url !== path) return refuse(socket, '404 Not Found');
    if (closing || ticketsInCheck >= ticketsAtOnce) return refuse(socket, '503 Service Unavailable');
    takeForAddress(networkOf(proxyAddress(request, isTrustedProxy)));
    if (!isOwnOrigin(request.headers.origin, request.headers.host, options.publicUrl))
      return refuse(socket, '403 Forbidden');
    const ticket = ticketOf(request.headers['sec-websocket-protocol']);
    if (ticket === undefined) return refuse(socket, '401 Unauthorized');
    const caller = await redeem(ticket, socket);
    if (socket.destroyed) return;
    sockets.handleUpgrade(request, socket, head, (opened) =>
      caller ? welcome(opened, caller) : dismiss(opened, closeCodes.ticketVoid),
    );
  }

  async function redeem(ticket: string, socket: Duplex): Promise<LiveCaller | undefined> {
    ticketsInCheck += 1;
    const late = setTimeout(() => refuse(socket, '503 Service Unavailable'), ticketMs).unref();
    try {
      return await options.redeemTicket(ticket);
    } finally {
      clearTimeout(late);
      ticketsInCheck -= 1;
    }
  }

  function welcome(socket: WebSocket, caller: LiveCaller): void {
    const own = byClient.get(caller.clientId) ?? new Map<WebSocket, Connection>();
    byClient.set(caller.clientId, own);
    const connection = { ...caller, openedAtMs: performance.now(), answeredPing: true };
    own.set(socket, connection);
    limitPace(socket, () => dismiss(socket, closeCodes.tooMany));
    socket.on('pong', () => {
      connection.answeredPing = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      own.delete(socket);
      if (own.size === 0 && byClient.get(caller.clientId) === own) byClient.delete(caller.clientId);
    });
    // The oldest goes: a browser that lost its network leaves dead sockets behind and must still get in.
    const [oldest] = own.keys();
    if (own.size > socketsPerClient && oldest) dismiss(oldest, closeCodes.tooMany);
  }

  function deliver({ clientId, sessionId, event }: Published): void {
    const text = JSON.stringify(event);
    for (const [socket, connection] of byClient.get(clientId) ?? []) {
      if (sessionId !== undefined && connection.sessionId !== sessionId) continue;
      if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
      else socket.send(text);
      if (event.topic === 'session') socket.close(closeCodes.sessionEnded);
    }
  }

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const own of byClient.values())
      for (const [socket, connection] of own) {
        if (!connection.answeredPing) socket.terminate();
        else if (now - connection.openedAtMs > lifetimeMs) socket.close(closeCodes.lifetimeOver);
        else {
          connection.answeredPing = false;
          socket.ping();
        }
      }
  }, pingIntervalMs);
  sweep.unref();

  return {
    deliver,
    close: () => {
      closing = true;
      clearInterval(sweep);
      for (const own of byClient.values())
        for (const socket of own.keys()) {
          dismiss(socket, closeCodes.goingAway);
        }
    },
  };
}

const refusals: Readonly<Partial<Record<ProblemCode, string>>> = {
  invalid_request: '400 Bad Request',
  misdirected: '421 Misdirected Request',
  too_many_requests: '429 Too Many Requests',
};

/** Closes a socket that may not answer the close frame. */
function dismiss(socket: WebSocket, code: number): void {
  socket.on('error', () => socket.terminate());
  socket.close(code);
  setTimeout(() => socket.terminate(), goodbyeMs).unref();
}

/** Chooses the protocol without the secret; a caller that offers only the ticket's gets that one. */
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
