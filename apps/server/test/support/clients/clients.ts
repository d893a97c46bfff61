/** People without anything, for tests of actions in their own profile. */
import { randomUUID } from 'node:crypto';
import { newId } from '@calmly/platform/ids.ts';
import { createPersonClient, type PersonClientInput } from '@calmly/products/identity/server/index.ts';
import { type Algorithm, hash } from '@node-rs/argon2';
import type { TestApp } from '../app.ts';
import type { Browser, Login } from '../processes/browser.ts';
import { openBrowser } from './sessions.ts';

export const password = 'more-payments-less-stress';

/**
 * The stored hash of that password, with the cheapest argon2id settings: nearly every test signs in, most several times. The cost of real hashes is
 * tested in `passwords.test`; registering, changing a password and guesses at unknown addresses have it here too.
 */
export const cheapHash = () =>
  hash(password, { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface Person {
  readonly clientId: string;
  readonly personId: string;
  /** The client number. */
  readonly number: string;
  readonly email: string;
  readonly login: Login;
}

export interface SignedIn {
  readonly clientId: string;
  readonly personId: string;
  readonly email: string;
  readonly token: string;
  readonly browser: Browser;
}

/** A client who has never signed in. */
export async function newPerson(
  test: Pick<TestApp, 'database'>,
  input: Partial<PersonClientInput> = {},
): Promise<Person> {
  const login = { email: input.email ?? `${randomUUID()}@test.example`, password };
  const person = { firstName: 'Anna', lastName: 'Tamm', passwordHash: await cheapHash(), ...input, ...login };
  const made = await test.database.inTransaction((sql) =>
    createPersonClient({ sql, now: new Date(), newId }, person),
  );
  return { ...made, email: login.email, login };
}

/** A client with an open session. */
export async function newClient(
  test: TestApp,
  input: Partial<PersonClientInput> = {},
): Promise<Person & SignedIn> {
  const person = await newPerson(test, input);
  return { ...person, ...(await openBrowser(test, person)) };
}
