/**
 * Uploads: calls whose body carries a file. They get a larger body and the time that a slow line needs for it, and only a few
 * are taken in at once, so that memory is bounded whatever comes. Decided after the gate, before a byte of the body is read.
 *
 * Error: `overloaded`; nothing was done, the same call may come again.
 */
import type { FastifyReply } from 'fastify';
import { Problem } from '../problem.ts';

/** 10 MB in base64 with the JSON around it; 14 MB in 60 seconds is 2 Mbit/s. */
export const uploadLimits = { bodyLimit: 14 * 1024 * 1024, handlerTimeout: 60_000 } as const;

const mostAtOnce = 4;
let inFlight = 0;

/** Takes one of the places; it is free again when the answer has gone or the connection is lost. */
export function takeUploadPlace(reply: FastifyReply): void {
  if (inFlight >= mostAtOnce) throw new Problem('overloaded', { retryAfterSeconds: 2 });
  inFlight += 1;
  reply.raw.once('close', () => {
    inFlight -= 1;
  });
}
