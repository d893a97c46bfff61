/**
 * Uploads: calls whose body contains a file. They get a larger body and more time. Only a few are received at a time, with limits per client and
 * address and half of the slots for people who are not clients yet, so that memory is bounded and one sender cannot block the others. Decided after
 * the gate, before a byte of the body is read.
 * A stream is a raw file (`application/octet-stream`), which its handler processes while it arrives. It may be larger, because only one chunk is in
 * memory. A handler that reads slowly slows down the sender.
 * Errors: `overloaded`: nothing was done, the same call may be repeated. `too_large`, by Content-Length before anything is read.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem.ts';
import { networkOf } from '../address.ts';

/** 10 MB in base64 with the JSON around it; 14 MB in 60 seconds is 2 Mbit/s. */
export const uploadLimits = { bodyLimit: 14 * 1024 * 1024, handlerTimeout: 60_000 } as const;

/** 50 MB in five minutes is 1.4 Mbit/s. */
export const streamLimits = { handlerTimeout: 300_000 } as const;

const mostAtOnce = 6;
const mostOfAddress = 4;
const mostOfClient = 2;
/** Shared by all who are not clients yet, because anyone can start any number of registrations. */
const mostOfApplicants = 3;

const inFlight = new Map<string, number>();

/** Takes an upload slot. It is freed when the answer has been sent or the connection is lost. */
export function takeUploadPlace(
  { actor, ip }: Pick<FastifyRequest, 'actor' | 'ip'>,
  reply: FastifyReply,
): void {
  // The caller may have disconnected while the gate queried the database, and `close` would not be emitted again.
  if (reply.raw.closed) throw new Problem('overloaded');
  const places = [
    ['all', mostAtOnce],
    [`address ${networkOf(ip)}`, mostOfAddress],
    ...(actor?.kind === 'client' ? [[`client ${actor.clientId}`, mostOfClient] as const] : []),
    ...(!actor || (actor.kind === 'client' && actor.state !== 'ACTIVE')
      ? [['applicants', mostOfApplicants] as const]
      : []),
  ] as const;
  if (places.some(([place, most]) => (inFlight.get(place) ?? 0) >= most))
    throw new Problem('overloaded', { retryAfterSeconds: 2 });
  for (const [place] of places) change(place, 1);
  reply.raw.once('close', () => {
    for (const [place] of places) change(place, -1);
  });
}

/** Refuses a stream whose declared length is too large. */
export function refuseLargeStream({ headers }: Pick<FastifyRequest, 'headers'>, limitBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > limitBytes) throw new Problem('too_large');
}

/** The chunks of a stream; fails with `too_large` at the first excess byte, and if the connection breaks. */
export async function* limitedStream(
  chunks: AsyncIterable<Uint8Array>,
  limitBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new Problem('too_large');
    yield chunk;
  }
}

function change(place: string, by: number): void {
  const count = (inFlight.get(place) ?? 0) + by;
  if (count === 0) inFlight.delete(place);
  else inFlight.set(place, count);
}
