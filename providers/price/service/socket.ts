/**
 * A websocket that is kept open: it connects again with growing pauses and a random part, so that servers do not come back all at once. It is given up and opened again
 * when nothing arrives for a while. Messages are limited in size, not compressed, and nothing here keeps the process from ending.
 */
import { randomInt } from 'node:crypto';
import WebSocket from 'ws';

export interface SocketOptions {
  readonly url: string;
  readonly authorization?: string | undefined;
  /** Sent when it opens. */
  readonly greeting: string;
  /** Nothing for so long: the connection is dead. */
  readonly heartbeatMs: number;
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  readonly onOpen: () => void;
  readonly onMessage: (text: string) => void;
  /** Milliseconds; measures silence. */
  readonly clock?: () => number;
  /** `lastedMs`: how long it was open; 0: it never was. */
  readonly onLost: (reason: string, lastedMs: number) => void;
}

const mostBytes = 256 * 1024;
const handshakeMs = 10_000;
/** A connection that lasted longer was a good one: the next pause is short again. */
const goodMs = 30_000;

/** Opens it; the returned function closes it for good. */
export function keepOpen(options: SocketOptions): () => void {
  const { url, authorization, greeting, heartbeatMs, firstRetryMs, longestRetryMs } = options;
  const clock = options.clock ?? (() => performance.now());
  let failures = 0;
  let stop = () => {};

  function connect(): void {
    const socket = new WebSocket(url, {
      headers: authorization === undefined ? {} : { authorization },
      handshakeTimeout: handshakeMs,
      maxPayload: mostBytes,
      perMessageDeflate: false,
    });
    let openedMs: number | undefined;
    let heardMs = clock();
    let reason = 'closed';
    const heard = () => {
      heardMs = clock();
    };
    const pulse = setInterval(() => {
      if (clock() - heardMs > heartbeatMs) {
        reason = 'silent';
        socket.terminate();
      } else if (openedMs !== undefined) socket.ping();
    }, heartbeatMs / 3);
    pulse.unref();
    stop = () => {
      clearInterval(pulse);
      socket.removeAllListeners();
      // A connection that is being made reports its end as an error.
      socket.on('error', () => undefined);
      socket.terminate();
    };
    socket.on('upgrade', (response) => response.socket.unref());
    socket.on('open', () => {
      openedMs = clock();
      heard();
      socket.send(greeting);
      options.onOpen();
    });
    socket.on('pong', heard);
    socket.on('ping', heard);
    socket.on('message', (data, isBinary) => {
      heard();
      if (!isBinary) options.onMessage(String(data));
    });
    // The library's message may repeat the address, which may contain a key.
    socket.on('error', (error: Error & { code?: string }) => {
      reason = error.code ?? 'refused';
    });
    socket.once('close', () => {
      clearInterval(pulse);
      const lastedMs = openedMs === undefined ? 0 : clock() - openedMs;
      failures = lastedMs > goodMs ? 0 : failures + 1;
      options.onLost(reason, lastedMs);
      const timer = setTimeout(connect, pauseOf(failures));
      timer.unref();
      stop = () => clearTimeout(timer);
    });
  }

  /** From half to the whole of a pause that doubles. */
  function pauseOf(attempt: number): number {
    const longest = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(attempt - 1, 16));
    return longest / 2 + randomInt(Math.ceil(longest / 2) + 1);
  }

  connect();
  return () => stop();
}
