/**
 * Clients: the profile that a person acts for, and its name. Only people who act for a profile see it; for everyone else it does not
 * exist (404). Source: specification sections 3 and 4 (terms).
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

/** A password, or how it is stored where it is hashed already: hashing takes long, so only the demo's transactions wait for it. */
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
  /** Whether the main terms in force are accepted; unless said, by those who are ACTIVE. */
  readonly termsAccepted?: boolean;
}

const hashOf = async (given: Password): Promise<string> =>
  given.passwordHash === undefined ? hashPassword(given.password, callerOf({})) : given.passwordHash;

/**
 * Creates a person and the person's own profile, ACTIVE unless said otherwise. For the demo's seed and for tests;
 * strangers come in through registration.
 */
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

/** The same as the person sees it: with what the configuration offers, and in a session that was left alone without personal data. */
export type ReadClient = (sql: Sql, actor: ClientActor, clientId: string) => Promise<Client>;

/**
 * Errors: `not_found` for a profile that the actor does not act for. In a stale session the email is masked
 * and personal data is null.
 */
export const createReadClient =
  (cards: CardOfferRules): ReadClient =>
  async (sql, actor, clientId) => {
    const client = await requireOwnClient(sql, actor, clientId);
    const shown = actor.isStale ? withoutPersonalData(client) : client;
    return { ...shown, cardsOffered: offersCards(cards, client) };
  };

/** What the portal needs to show balances again, and nothing of the person that a stranger at the screen could use. */
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

/** The name a client is known by to the other side of a payment. */
export async function clientName(sql: Sql, clientId: string): Promise<string> {
  const name = await findClientName(sql, clientId);
  if (name === undefined) throw new Problem('not_found');
  return name;
}
