/** Clients before the identity check, and its state, for tests of a provider's reports. */
import type { PersonDetails } from '@calmly/contract';
import { updatePerson, updateTermsAccepted } from '@calmly/products/clients/server/onboarding/store.ts';
import { fillProfile, moveClient } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import { expect } from 'vitest';
import type { TestApp } from '../../app.ts';
import { systemWork } from '../payments.ts';
import { type Applicant, accountChoice, address, person, registerApplicant } from './applicant.ts';

/** A client at the identity check; the earlier steps, tested elsewhere, are inserted directly. */
export async function newApplicant(test: TestApp, change: Partial<PersonDetails> = {}): Promise<Applicant> {
  const details = { ...person, ...change };
  const applicant = await registerApplicant(test);
  const { clientId } = applicant;
  await systemWork(test.database, async (work) => {
    await updatePerson(work.sql, clientId, details);
    for (const transition of ['confirmEmail', 'confirmPhone'] as const)
      await moveClient(work, clientId, transition);
    await updateTermsAccepted(work.sql, clientId, work.now);
    await fillProfile(work.sql, clientId, { ...details, accountType: accountChoice.accountType, address });
  });
  return applicant;
}

export async function clientState(test: TestApp, clientId: string): Promise<string | undefined> {
  const { rows } = await query<{ state: string }>`
    select state from identity.client where id = ${clientId}
  `.execute(test.database.sql);
  return rows[0]?.state;
}

/** Waits until jobs have brought the client to this state. */
export async function reachesState(test: TestApp, clientId: string, state: string): Promise<void> {
  await expect.poll(() => clientState(test, clientId), { timeout: 10_000 }).toBe(state);
}

/** The state of the client's check, from the provider's last report. */
export async function checkState(test: TestApp, clientId: string): Promise<string | undefined> {
  const { rows } = await query<{ state: string }>`
    select state from verification.applicant where client_id = ${clientId}
  `.execute(test.database.sql);
  return rows[0]?.state;
}

/** Waits until jobs have brought the check to this state. */
export async function reachesCheck(test: TestApp, clientId: string, state: string): Promise<void> {
  await expect.poll(() => checkState(test, clientId), { timeout: 10_000 }).toBe(state);
}

/** Actions of the audit record about a client, oldest first. */
export async function auditedActions(test: TestApp, clientId: string): Promise<string[]> {
  const { rows } = await query<{ action: string }>`
    select action from platform.audit where client_id = ${clientId} order by id
  `.execute(test.database.sql);
  return rows.map(({ action }) => action);
}

/** Changes of the client's check and their origin (`approved, asked`), oldest first. */
export async function reportedBy(test: TestApp, clientId: string): Promise<string[]> {
  const { rows } = await query<{ report: string }>`
    select concat(details ->> 'outcome', ', ', details ->> 'way') as report from platform.audit
    where client_id = ${clientId} and action = 'verification.reported' order by id
  `.execute(test.database.sql);
  return rows.map(({ report }) => report);
}
