/**
 * The sockets of one path, by client: at most ten of a session and fifty of a client, pings and heartbeats, a lifetime of 15 minutes, and an end for readers that are more than 1 MB
 * behind. What is sent and what a browser may say is the path's own matter (`router.socket`).
 */
import { liveCloseCodes, liveHeartbeat } from '@calmly/contract';
import type { WebSocket } from 'ws';
import { limitPace } from './live-pace.ts';

/** Whose socket it is. */
export interface LiveCaller {
  readonly clientId: string;
  readonly sessionId: string;
}

/** A browser's socket, as those who send to it see it. */
export interface LiveConnection extends LiveCaller {
  /** Sends a message. A reader that is too far behind is dropped instead. */
  send(text: string): void;
  /** Bytes that the reader has not taken yet. */
  unsentBytes(): number;
}

/** What happens with a socket. */
export interface LiveListener {
  /** A text from the browser; it is short. Ignored if absent. */
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
/** How long to wait for a browser that does not answer the close frame. */
const goodbyeMs = 1000;
const heartbeat = JSON.stringify({ topic: liveHeartbeat.topic });
const closeCodes = { goingAway: 1001, ...liveCloseCodes } as const;

export interface Room {
  welcome(socket: WebSocket, caller: LiveCaller): void;
  connectionsOf(clientId: string): Iterable<LiveConnection>;
  /** Has every browser open a new socket, and read everything again. */
  renew(): void;
  /** Closes the sockets of a session. */
  endSession(clientId: string, sessionId: string | undefined): void;
  /** Pings, says that it is there, and ends what is dead or old. */
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
    // The oldest goes: a browser that lost its network leaves dead sockets behind and must still get in.
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

/** Tells a browser that its ticket is void, and nothing else. */
export const refuseTicket = (socket: WebSocket): void => dismiss(socket, closeCodes.ticketVoid);

/** Closes a socket that may not answer the close frame. */
function dismiss(socket: WebSocket, code: number): void {
  socket.on('error', () => socket.terminate());
  socket.close(code);
  setTimeout(() => socket.terminate(), goodbyeMs).unref();
}
