/**
 * Clients: the profile that a person acts for, and its name. Only people who act for a profile see it; for everyone else it does not exist (404).
 * Source: specification sections 3 and 4 (terms).
 */
import { type Client, termsVersions } from '@calmly/contract';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { callerOf, hashPassword } from '../passwords/passwords.ts';
import { emailKey, maskAddress } from '../rules.ts';
import { type CardOfferRules, offersCards } from './card-offer.ts';
import {
  type ClientProfile,
  findClient,
  findClientName,
  insertIndividual,
  insertPerson,
  type NewClient,
} from './client-store.ts';
import { insertTermsAcceptances } from './terms-store.ts';

/** A password, or its hash if there is one already: hashing is slow, so only the demo's transactions wait for it. */
export type Password =
  | { readonly password: string; readonly passwordHash?: undefined }
  | { readonly password?: string; readonly passwordHash: string };

/** An individual with credentials and an own profile. Everything but email, password and name has a default. */
export type PersonClientInput = PersonFacts & Password;

interface PersonFacts extends Partial<Omit<NewClient, 'id' | 'holderId' | 'createdAt'>> {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phone?: string;
  /** Whether the current main terms are accepted; by default for ACTIVE clients. */
  readonly termsAccepted?: boolean;
}

const hashOf = async (given: Password): Promise<string> =>
  given.passwordHash === undefined ? hashPassword(given.password, callerOf({})) : given.passwordHash;

/** Creates a person with their own profile, ACTIVE by default. For the demo's seed and for tests; real clients register. */
export async function createPersonClient(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  input: PersonClientInput,
): Promise<{ personId: string; clientId: string; number: string }> {
  const personId = work.newId();
  const clientId = work.newId();
  const state = input.state ?? 'ACTIVE';
  await insertPerson(work.sql, {
    id: personId,
    email: input.email,
    emailKey: emailKey(input.email),
    phone: input.phone ?? null,
    passwordHash: await hashOf(input),
    adminRole: null,
    emailConfirmedAt: state === 'DRAFT' ? null : work.now,
    createdAt: work.now,
  });
  const number = await insertIndividual(work.sql, {
    id: clientId,
    holderId: personId,
    firstName: input.firstName,
    lastName: input.lastName,
    state,
    citizenship: input.citizenship ?? null,
    residence: input.residence ?? null,
    grade: input.grade ?? null,
    dateOfBirth: input.dateOfBirth ?? null,
    accountType: input.accountType === undefined ? 'personal' : input.accountType,
    addressLine1: input.addressLine1 ?? null,
    addressPostCode: input.addressPostCode ?? null,
    addressTown: input.addressTown ?? null,
    addressCountry: input.addressCountry ?? null,
    createdAt: work.now,
  });
  if (input.termsAccepted ?? state === 'ACTIVE')
    await insertTermsAcceptances(work.sql, {
      clientId,
      personId,
      at: work.now,
      products: ['main'],
      versions: [termsVersions.main],
    });
  return { personId, clientId, number };
}

/** The profile that the caller acts for. */
export async function requireOwnClient(
  sql: Sql,
  actor: ClientActor,
  clientId: string,
): Promise<ClientProfile> {
  const client = clientId === actor.clientId ? await findClient(sql, actor) : undefined;
  if (!client) throw new Problem('not_found');
  return client;
}

/** Reads the profile for its person: with the configuration's offers, and without personal data in an idle session. */
export type ReadClient = (sql: Sql, actor: ClientActor, clientId: string) => Promise<Client>;

/** Errors: `not_found` for a profile that the actor does not act for. In an idle session the email is masked and personal data is null. */
export const createReadClient =
  (cards: CardOfferRules): ReadClient =>
  async (sql, actor, clientId) => {
    const client = await requireOwnClient(sql, actor, clientId);
    const shown = actor.isStale ? withoutPersonalData(client) : client;
    return { ...shown, cardsOffered: offersCards(cards, client) };
  };

/** Keeps the fields that the portal needs to show balances again, but no personal data that a stranger at the screen could use. */
const withoutPersonalData = (client: ClientProfile): ClientProfile => ({
  ...client,
  email: maskAddress('email', client.email),
  phone: null,
  dateOfBirth: null,
  citizenship: null,
  residence: null,
  residenceCountry: null,
  addressLine1: null,
  addressLine2: null,
  addressPostCode: null,
  addressTown: null,
  addressCountry: null,
});

/** The client's name as the other side of a payment sees it. */
export async function clientName(sql: Sql, clientId: string): Promise<string> {
  const name = await findClientName(sql, clientId);
  if (name === undefined) throw new Problem('not_found');
  return name;
}
