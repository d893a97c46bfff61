/**
 * A websocket of the bank that stays open: it is opened with a ticket (used once, 30 seconds; sent as a subprotocol, never in a URL),
 * reopened with growing pauses when it closes, and immediately if it has fallen silent; if there are too many tabs, it waits for
 * minutes, because it would only push out the next one. A ticket whose session has ended in the meantime opens a socket that is closed immediately;
 * only the end of the session is final. Messages may be lost between two sockets, so reread everything when it opens.
 */
import { liveCloseCodes, liveHeartbeat, liveTicket } from '@calmly/contract';
import { bank } from '../bank.ts';

export interface LiveSocketUse {
  /** Its path, such as `/api/live`. */
  readonly path: string;
  readonly onOpen: (send: (message: unknown) => void) => void;
  /** Parsed; anything but JSON is dropped. Heartbeats are not passed on. */
  readonly onMessage: (message: unknown) => void;
  /** No longer open, or not opened. */
  readonly onLost?: () => void;
  /** Closed while the page is hidden. */
  readonly pausesHidden?: boolean;
}

export interface LiveSocket {
  readonly isOpen: () => boolean;
  /** Permanently. */
  readonly close: () => void;
}

const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const tooManyPauseMs = 5 * 60_000;

/** Open until it is closed. */
export function keepSocket({
  path,
  onOpen,
  onMessage,
  onLost,
  pausesHidden = false,
}: LiveSocketUse): LiveSocket {
  let stopped = false;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = firstPauseMs;
  /** Counts the attempts, so that results of earlier ones are ignored. */
  let attempts = 0;

  const connect = async () => {
    disconnect();
    const own = attempts;
    try {
      const { ticket } = await bank.call(liveTicket, {}, { background: true });
      if (own !== attempts) return;
      const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`, [
        'calmly',
        `calmly.${ticket}`,
      ]);
      socket = opened;
      heard();
      opened.onopen = () => {
        pauseMs = firstPauseMs;
        onOpen((message) => opened.send(JSON.stringify(message)));
      };
      opened.onmessage = ({ data }) => {
        if (own !== attempts) return;
        heard();
        const message = parsed(String(data));
        if (message !== undefined) onMessage(message);
      };
      opened.onclose = ({ code }) => {
        if (own !== attempts) return;
        clearTimeout(watch);
        onLost?.();
        if (code === liveCloseCodes.tooMany) pauseMs = tooManyPauseMs;
        if (code !== liveCloseCodes.sessionEnded) reconnectLater();
      };
    } catch {
      // No ticket: the bank cannot be reached now.
      if (own !== attempts) return;
      onLost?.();
      reconnectLater();
    }
  };
  /** The bank sends something every 25 seconds; a socket without a network only falls silent. */
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      onLost?.();
      void connect();
    }, liveHeartbeat.silentMs);
  };
  const reconnectLater = () => {
    // Half fixed, half random, so that a restarted server does not get all reconnects at once.
    retry = setTimeout(() => void connect(), pauseMs / 2 + (Math.random() * pauseMs) / 2);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  };
  const disconnect = () => {
    attempts += 1;
    clearTimeout(retry);
    clearTimeout(watch);
    if (socket) closeQuietly(socket);
    socket = undefined;
  };
  const onVisibility = () => {
    if (document.visibilityState === 'hidden') disconnect();
    else if (!socket && !stopped) void connect();
  };
  if (pausesHidden) document.addEventListener('visibilitychange', onVisibility);

  void connect();
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    close: () => {
      stopped = true;
      document.removeEventListener('visibilitychange', onVisibility);
      disconnect();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Unknown; the next read brings its content.
    return undefined;
  }
}

/** Browsers complain about a socket that is closed before it is open. */
function closeQuietly(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}
