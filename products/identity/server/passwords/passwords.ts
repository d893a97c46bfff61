/**
 * Passwords: argon2id with OWASP's 19 MiB and two passes. One hash takes about 50 ms of a core, so only as many run at a time as there are cores, and
 * waiting ones take turns by address: a flood from one address does not delay a sign-in from another. Excess calls are refused with 503 before they
 * cost anything. For an unknown user a dummy is checked, so that neither time nor text reveals who is a client.
 */
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { networkOf } from '@calmly/platform/http/address.ts';
import { createFairLanes } from '@calmly/platform/jobs/fair-lanes.ts';
import { observePasswordHash } from '@calmly/platform/metrics.ts';
import type { Work } from '@calmly/platform/work.ts';
import { type Algorithm, hash, verify } from '@node-rs/argon2';

const options = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

const cores = availableParallelism();
/** Hashing is quick, so one address may use all lanes that no other address waits for. */
const lanes = createFairLanes({
  lanes: cores,
  lanesPerClient: cores,
  queue: 64 * cores,
  queuePerClient: 32 * cores,
});

/** The key of turns for hashing: the network of the call, or the server itself. */
export const callerOf = ({ request }: Pick<Work, 'request'>): string =>
  request ? networkOf(request.ip) : 'server';

const inLane = <T>(caller: string, task: () => Promise<T>): Promise<T> =>
  lanes.run(caller, () => {
    observePasswordHash();
    return task();
  });

/** Keyboards may compose the same password differently, so it is compared in NFC (RFC 8265). */
const canonical = (password: string) => password.normalize('NFC');

/** The hash to store for a password. */
export const hashPassword = (password: string, caller: string) =>
  inLane(caller, () => hash(canonical(password), options));

/** Verifies a password; without a stored hash it takes as long and always fails. */
export const verifyPassword = (
  stored: string | undefined,
  password: string,
  caller: string,
): Promise<boolean> =>
  inLane(caller, async () => {
    const right = await verify(stored ?? (await dummyHash), canonical(password));
    return right && stored !== undefined;
  });

const dummyHash = hash(randomBytes(32), options);
