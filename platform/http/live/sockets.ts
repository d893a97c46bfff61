/**
 * Limits of sockets by address and by time, so that one address cannot lock out the others.
 *
 * By number: each address (IPv6: each /64) may have `perAddress` sockets, the process `total`. An address at its limit loses its oldest
 * idle socket for a new one. When the process is full, the address with the most sockets loses one: an idle one, else one whose request
 * is still arriving. Proxies in `TRUSTED_PROXIES` carry many clients and have no limit of their own.
 *
 * By time, checked twice a second: after seven seconds an upload must arrive at 50 KB/s on average, and within its own limit; any other
 * body within the call's ten seconds (`server.ts` answers, here the socket is closed). After a response, a caller has two seconds to
 * finish its body. A reader with data waiting must take 8 KB/s (64 kbit/s) on average over seven seconds. Node itself closes sockets
 * whose headers take longer than ten seconds, and idle ones after 65.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../address.ts';

export interface SocketLimits {
  /** Sockets per address; 0 is no limit. */
  readonly perAddress: number;
  readonly total: number;
  readonly isTrustedProxy: (address: string) => boolean;
}

export interface SocketGuard {
  /** Marks the socket's current HTTP request as a file upload, which may arrive slowly. */
  expectUpload(socket: Socket, limitMs: number): void;
}

const sweepMs = 500;
const bodyMs = 11_000;
const lingerMs = 2000;
const upload = { graceMs: 7000, leastBytesPerMs: 50 } as const;
const reading = { windowMs: 7000, leastBytesPerMs: 8 } as const;

interface Held {
  readonly socket: Socket;
  readonly owner: Owner;
  /** Upgraded to a websocket: it counts towards the limits but is not checked here any more. */
  isUpgraded: boolean;
  /** The HTTP request being received or answered. */
  request: IncomingMessage | undefined;
  startedAtMs: number;
  bytesAtStart: number;
  /** Time limit of its upload; undefined if it is not an upload. */
  uploadMs: number | undefined;
  /** When its HTTP request was answered before the whole body had arrived. */
  answeredAtMs: number | undefined;
  /** Start of the measurement of the reader's pace; undefined if nothing waits to be read. */
  paceFrom: { readonly atMs: number; readonly sent: number } | undefined;
}

interface Owner {
  readonly address: string;
  readonly isTrustedProxy: boolean;
  /** Oldest first. */
  readonly sockets: Set<Held>;
}

/** Watches every socket of the server. */
export function guardSockets(server: Server, limits: SocketLimits): SocketGuard {
  const owners = new Map<string, Owner>();
  const bySocket = new Map<Socket, Held>();

  server.on('connection', (socket: Socket) => {
    const owner = ownerOf(socket.remoteAddress ?? '');
    if (!makeRoom(owner)) {
      socket.resetAndDestroy();
      return;
    }
    const held: Held = {
      socket,
      owner,
      isUpgraded: false,
      request: undefined,
      startedAtMs: performance.now(),
      bytesAtStart: 0,
      uploadMs: undefined,
      answeredAtMs: undefined,
      paceFrom: undefined,
    };
    owners.set(owner.address, owner);
    owner.sockets.add(held);
    bySocket.set(socket, held);
    socket.once('close', () => {
      bySocket.delete(socket);
      owner.sockets.delete(held);
      if (owner.sockets.size === 0) owners.delete(owner.address);
    });
  });

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const held = bySocket.get(request.socket);
    if (held === undefined) return;
    held.request = request;
    held.startedAtMs = performance.now();
    held.bytesAtStart = request.socket.bytesRead;
    held.uploadMs = undefined;
    held.answeredAtMs = undefined;
    response.once('close', () => {
      if (held.request !== request) return;
      if (request.complete) held.request = undefined;
      else held.answeredAtMs = performance.now();
    });
  });

  server.prependListener('upgrade', (request: IncomingMessage) => {
    const held = bySocket.get(request.socket);
    if (held !== undefined) held.isUpgraded = true;
  });

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const held of bySocket.values()) {
      if (held.isUpgraded) continue;
      // A reset, so that the operating system does not keep data for a slow reader either.
      if (arrivesTooSlowly(held, now) || readsTooSlowly(held, now)) held.socket.resetAndDestroy();
    }
  }, sweepMs);
  sweep.unref();
  server.once('close', () => clearInterval(sweep));

  function ownerOf(remoteAddress: string): Owner {
    const address = networkOf(remoteAddress);
    return (
      owners.get(address) ?? {
        address,
        isTrustedProxy: limits.isTrustedProxy(remoteAddress),
        sockets: new Set(),
      }
    );
  }

  /** Whether one more socket of the owner fits, if necessary after closing another. */
  function makeRoom(owner: Owner): boolean {
    const { perAddress, total } = limits;
    if (perAddress > 0 && !owner.isTrustedProxy && owner.sockets.size >= perAddress)
      return giveUp(findIdle(owner));
    if (bySocket.size < total) return true;
    const largest = largestOwner(owner);
    if (largest.sockets.size <= owner.sockets.size) return giveUp(findIdle(owner));
    return giveUp(findIdle(largest) ?? findArriving(largest));
  }

  /** The address with the most sockets; a trusted proxy only if no other address holds more than the newcomer. */
  function largestOwner(newcomer: Owner): Owner {
    const sized = (isTrustedProxy: boolean) =>
      [...owners.values()]
        .filter((owner) => owner.isTrustedProxy === isTrustedProxy)
        .reduce((most, owner) => (owner.sockets.size > most.sockets.size ? owner : most), newcomer);
    const direct = sized(false);
    return direct === newcomer ? sized(true) : direct;
  }

  function giveUp(held: Held | undefined): boolean {
    if (held === undefined) return false;
    held.owner.sockets.delete(held);
    bySocket.delete(held.socket);
    held.socket.destroy();
    return true;
  }

  return {
    expectUpload(socket, limitMs) {
      const held = bySocket.get(socket);
      if (held !== undefined) held.uploadMs = limitMs;
    },
  };
}

const findIdle = (owner: Owner) => oldest(owner, ({ request }) => request === undefined);

const findArriving = (owner: Owner) =>
  oldest(owner, ({ request }) => request !== undefined && !request.complete);

function oldest({ sockets }: Owner, fits: (held: Held) => boolean): Held | undefined {
  for (const held of sockets) if (!held.isUpgraded && fits(held)) return held;
  return undefined;
}

function arrivesTooSlowly(held: Held, now: number): boolean {
  const { request, socket, answeredAtMs } = held;
  if (request === undefined) return false;
  if (request.complete) {
    // The rest of an answered body arrived in time.
    if (answeredAtMs !== undefined) held.request = undefined;
    return false;
  }
  if (answeredAtMs !== undefined) return now - answeredAtMs > lingerMs;
  const elapsedMs = now - held.startedAtMs;
  if (held.uploadMs === undefined) return elapsedMs > bodyMs;
  const arrived = socket.bytesRead - held.bytesAtStart;
  return (
    elapsedMs > held.uploadMs || (elapsedMs > upload.graceMs && arrived < elapsedMs * upload.leastBytesPerMs)
  );
}

function readsTooSlowly(held: Held, now: number): boolean {
  const { socket } = held;
  const waiting = unsentBytes(socket);
  const sent = socket.bytesWritten - waiting;
  if (waiting === 0) {
    held.paceFrom = undefined;
    return false;
  }
  held.paceFrom ??= { atMs: now, sent };
  const elapsedMs = now - held.paceFrom.atMs;
  if (elapsedMs < reading.windowMs) return false;
  const isSlow = sent - held.paceFrom.sent < elapsedMs * reading.leastBytesPerMs;
  held.paceFrom = { atMs: now, sent };
  return isSlow;
}

/** Bytes that the operating system has not taken; `writableLength` only shrinks when a whole chunk is through, however large. */
function unsentBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { readonly writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}
