/** A signed-in client without anything, for tests of what a client may do with the own profile. */
import { randomUUID } from 'node:crypto';
import { createPersonClient, type PersonClientInput } from '../../src/modules/identity/index.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestApp } from './app.ts';
import { type Browser, signIn } from './browser.ts';

export const password = 'more-payments-less-stress';

export interface SignedIn {
  readonly clientId: string;
  readonly personId: string;
  readonly email: string;
  readonly token: string;
  readonly browser: Browser;
}

export async function newClient(test: TestApp, input: Partial<PersonClientInput> = {}): Promise<SignedIn> {
  const email = input.email ?? `${randomUUID()}@test.example`;
  const { clientId, personId } = await test.database.inTransaction((sql) =>
    createPersonClient(
      { sql, now: new Date(), newId },
      { firstName: 'Anna', lastName: 'Tamm', ...input, email, password },
    ),
  );
  const { token, browser } = await signIn(test.url, { email, password });
  return { clientId, personId, email, token, browser };
}
