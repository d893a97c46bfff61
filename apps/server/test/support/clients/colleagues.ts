/** A company's people for tests: an administrator who acts for it, colleagues, and changes with the required code. */
import { randomUUID } from 'node:crypto';
import {
  allRights,
  type CallInput,
  changePerson,
  type EndpointSpec,
  type PersonChange,
  type Rights,
  rightNames,
} from '@calmly/contract';
import { addMember, type PersonClientInput } from '@calmly/products/identity/server/index.ts';
import { sql as query } from 'kysely';
import type { CallResult, TestApp } from '../app.ts';
import { systemWork } from '../work.ts';
import { newClient, type SignedIn } from './clients.ts';
import { newCompany } from './company.ts';

export const noRights = Object.fromEntries(rightNames.map((name) => [name, false])) as Rights;

export const phone = '+37255501142';

/** Someone signed in whose session acts for the company. */
export interface Colleague extends SignedIn {
  readonly companyId: string;
}

/** An administrator of their own company, acting for it. */
export async function newBoss(test: TestApp, person: Partial<PersonClientInput> = {}): Promise<Colleague> {
  const signedIn = await newClient(test, { firstName: 'Boris', lastName: 'Sokolov', phone, ...person });
  const companyId = await newCompany(test, signedIn);
  await actForCompany(test, signedIn, companyId);
  return { ...signedIn, companyId };
}

/** Another member of the company, acting for it; default: with every right. */
export async function newColleague(
  test: TestApp,
  { companyId }: Pick<Colleague, 'companyId'>,
  options: { readonly rights?: Rights; readonly person?: Partial<PersonClientInput> } = {},
): Promise<Colleague> {
  const { rights = allRights, person = {} } = options;
  const signedIn = await newClient(test, { firstName: 'Maria', lastName: 'Kask', phone, ...person });
  await test.database.inTransaction((sql) =>
    addMember(systemWork(sql), {
      clientId: companyId,
      personId: signedIn.personId,
      rights,
      validUntil: null,
    }),
  );
  await actForCompany(test, signedIn, companyId);
  return { ...signedIn, companyId };
}

/** Makes the person's sessions act for the company, as after a change of the profile. */
async function actForCompany(
  { database }: TestApp,
  { personId }: SignedIn,
  companyId: string,
): Promise<void> {
  await query`
    update identity.session set client_id = ${companyId} where person_id = ${personId} and ended_at is null
  `.execute(database.sql);
}

/** Makes a call, and if it asks for a code, again with it; under one key if the call takes one. */
export async function callWithCode<E extends EndpointSpec>(
  test: TestApp,
  { token }: Pick<SignedIn, 'token'>,
  endpoint: E,
  input: CallInput<E>,
): Promise<CallResult<E>> {
  const options = { token, ...(endpoint.idempotent && { idempotencyKey: randomUUID() }) };
  const asked = await test.call(endpoint, input, options);
  if (asked.status !== 203) return asked;
  return test.call(endpoint, input, { ...options, code: shownCode(asked) });
}

/** Changes a member's rights, with the code; default: none, without an end. */
export const changeRights = (
  test: TestApp,
  by: Colleague,
  { personId }: Pick<Colleague, 'personId'>,
  change: Partial<PersonChange>,
) =>
  callWithCode(test, by, changePerson, {
    params: { id: personId },
    body: { rights: noRights, validUntil: null, ...change },
  });

/** The code that the sandbox shows in a 203. */
export function shownCode({ body }: Pick<CallResult<EndpointSpec>, 'body'>): string {
  const { code } = (body as { detail: { code?: string } }).detail;
  if (code === undefined) throw new Error('the answer shows no code');
  return code;
}

/** The problem's code of a refusal. */
export const problemOf = ({ body }: Pick<CallResult<EndpointSpec>, 'body'>): string | undefined =>
  (body as { code?: string } | undefined)?.code;
