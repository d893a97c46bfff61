/**
 * Passwords: argon2id with OWASP's 19 MiB and two passes. One hash costs about 50 ms of a core, so only as many run at a
 * time as there are cores to spare and only a few wait; more are refused with 503 before they cost anything. A user that
 * does not exist is checked against a dummy, so that neither time nor text tells who is a client.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { type Algorithm, hash, verify } from '@node-rs/argon2';
import { observePasswordHash } from '../../../platform/metrics.ts';
import { Problem } from '../../../platform/problem.ts';

const options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

const lanes = availableParallelism();
const queueLimit = 32 * lanes;
const waiting: (() => void)[] = [];
let running = 0;

/** Runs when a lane is free; refuses with `overloaded` when too many wait already. */
async function inLane<T>(task: () => Promise<T>): Promise<T> {
  if (running >= lanes) {
    if (waiting.length >= queueLimit) throw new Problem('overloaded', { retryAfterSeconds: 2 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    observePasswordHash();
    return await task();
  } finally {
    const next = waiting.shift();
    // The lane is handed over, so `running` stays; otherwise a newcomer could slip in between.
    if (next) next();
    else running -= 1;
  }
}

/** The same password typed on another keyboard may be composed differently: RFC 8265 compares it in NFC. */
const canonical = (password: string) => password.normalize('NFC');

/** The text to store for a password. */
export const hashPassword = (password: string) => inLane(() => hash(canonical(password), options));

/** Verifies a password; without a stored hash it costs the same and is always wrong. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  return inLane(async () => {
    const right = await verify(stored ?? (await dummyHash), canonical(password));
    return right && stored !== undefined;
  });
}

const dummyHash = hash(randomBytes(32), options);
