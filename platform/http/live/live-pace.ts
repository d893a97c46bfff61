/**
 * How much a browser may send on the websocket: 20 frames a second, including control frames; more closes the socket. The portal sends
 * only pongs, so only a flood reaches the limit. A message may have few fragments: `fragmentLimits` for the library.
 */
import type { WebSocket } from 'ws';

const windowMs = 1000;
const framesPerWindow = 20;

/** Without these limits, a message of empty fragments never ends and is never counted. */
export const fragmentLimits = { maxFragments: 16, maxBufferedChunks: 64 } as const;

/** Calls `onFlood` when the socket has sent too many frames within a second; nothing more is read from it then. */
export function limitPace(socket: WebSocket, onFlood: () => void): void {
  let windowFromMs = performance.now();
  let frames = 0;

  const count = () => {
    const now = performance.now();
    if (now - windowFromMs >= windowMs) {
      windowFromMs = now;
      frames = 0;
    }
    frames += 1;
    if (frames !== framesPerWindow + 1) return;
    socket.pause();
    onFlood();
  };
  for (const frame of ['message', 'ping', 'pong'] as const) socket.on(frame, count);
}
