/**
 * The sockets of one path, by client: at most ten per session and fifty per client, with pings and heartbeats, a lifetime of 15 minutes, and a limit
 * of 1 MB of unsent data. Messages are defined by the path (`router.socket`).
 */
import { liveCloseCodes, liveHeartbeat } from '@calmly/contract';
import type { WebSocket } from 'ws';
import { limitPace } from './live-pace.ts';

/** The owner of a socket. */
export interface LiveCaller {
  readonly clientId: string;
  readonly sessionId: string;
}

/** A browser's socket, for code that sends to it. */
export interface LiveConnection extends LiveCaller {
  /** Sends a message. A reader that is too far behind is disconnected instead. */
  send(text: string): void;
  /** Bytes not yet taken by the reader. */
  unsentBytes(): number;
}

/** Handlers of a socket's events. */
export interface LiveListener {
  /** A short text message from the browser. Ignored if absent. */
  readonly message?: (text: string) => void;
  readonly closed?: () => void;
}

interface Held {
  readonly connection: LiveConnection;
  readonly openedAtMs: number;
  answeredPing: boolean;
}

/** Tabs of one browser share a session; colleagues share a client and must not push each other out. */
const mostSockets = { session: 10, client: 50 } as const;
const maxBufferedBytes = 1024 * 1024;
const lifetimeMs = 15 * 60 * 1000;
/** How long to wait for a browser's close frame. */
const goodbyeMs = 1000;
const heartbeat = JSON.stringify({ topic: liveHeartbeat.topic });
const closeCodes = { goingAway: 1001, ...liveCloseCodes } as const;

export interface Room {
  welcome(socket: WebSocket, caller: LiveCaller): void;
  connectionsOf(clientId: string): Iterable<LiveConnection>;
  /** How many sockets are open. */
  size(): number;
  /** Makes every browser open a new socket and reload everything. */
  renew(): void;
  /** Closes the sockets of a session. */
  endSession(clientId: string, sessionId: string | undefined): void;
  /** Sends pings and heartbeats, and ends dead or old sockets. */
  sweep(): void;
  close(): void;
}

/** `listen` is called for each new socket. */
export function createRoom(listen: (connection: LiveConnection) => LiveListener): Room {
  const byClient = new Map<string, Map<WebSocket, Held>>();

  function welcome(socket: WebSocket, caller: LiveCaller): void {
    const own = byClient.get(caller.clientId) ?? new Map<WebSocket, Held>();
    byClient.set(caller.clientId, own);
    const connection: LiveConnection = {
      ...caller,
      send(text) {
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate();
        else socket.send(text);
      },
      unsentBytes: () => socket.bufferedAmount,
    };
    const held = { connection, openedAtMs: performance.now(), answeredPing: true };
    own.set(socket, held);
    limitPace(socket, () => dismiss(socket, closeCodes.tooMany));
    const listener = listen(connection);
    socket.on('pong', () => {
      held.answeredPing = true;
    });
    const { message } = listener;
    if (message)
      socket.on('message', (data, isBinary) => {
        if (!isBinary) message(String(data));
      });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      own.delete(socket);
      if (own.size === 0 && byClient.get(caller.clientId) === own) byClient.delete(caller.clientId);
      listener.closed?.();
    });
    // The oldest socket is closed: a browser that lost its network leaves dead sockets behind and must still be able to connect.
    const ofSession = [...own].filter(([, other]) => other.connection.sessionId === caller.sessionId);
    const [oldestOfSession] = ofSession;
    const [oldest] = own.keys();
    if (ofSession.length > mostSockets.session && oldestOfSession)
      dismiss(oldestOfSession[0], closeCodes.tooMany);
    else if (own.size > mostSockets.client && oldest) dismiss(oldest, closeCodes.tooMany);
  }

  return {
    welcome,
    *connectionsOf(clientId) {
      for (const { connection } of byClient.get(clientId)?.values() ?? []) yield connection;
    },
    size: () => [...byClient.values()].reduce((sum, own) => sum + own.size, 0),
    renew() {
      for (const own of byClient.values())
        for (const socket of own.keys()) dismiss(socket, closeCodes.lifetimeOver);
    },
    endSession(clientId, sessionId) {
      for (const [socket, { connection }] of byClient.get(clientId) ?? [])
        if (sessionId === undefined || connection.sessionId === sessionId)
          socket.close(closeCodes.sessionEnded);
    },
    sweep() {
      const now = performance.now();
      for (const own of byClient.values())
        for (const [socket, held] of own) {
          if (!held.answeredPing) socket.terminate();
          else if (now - held.openedAtMs > lifetimeMs) socket.close(closeCodes.lifetimeOver);
          else {
            held.answeredPing = false;
            socket.ping();
            held.connection.send(heartbeat);
          }
        }
    },
    close() {
      for (const own of byClient.values())
        for (const socket of own.keys()) dismiss(socket, closeCodes.goingAway);
    },
  };
}

/** Tells a browser that its ticket is invalid. */
export const refuseTicket = (socket: WebSocket): void => dismiss(socket, closeCodes.ticketVoid);

/** Closes a socket, even if the peer does not answer the close frame. */
function dismiss(socket: WebSocket, code: number): void {
  socket.on('error', () => socket.terminate());
  socket.close(code);
  setTimeout(() => socket.terminate(), goodbyeMs).unref();
}
