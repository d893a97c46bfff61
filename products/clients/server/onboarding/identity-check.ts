/**
 * The effect of the identity check on a client: submitted, approved, declined or to be repeated. Called by the module that receives the provider's
 * reports, inside that transaction. Forward only and idempotent: completed steps are not repeated, and a result that arrives before the report of the
 * submission counts as both.
 * When approved, a client is ACTIVE and has a euro account with an IBAN. The company that an applicant registered is then created and waits for its
 * missing details and its own check. Companies, and clients who never applied, follow the same path.
 * Errors: not_found, state_moved (not yet at this step). Source: server page section 4.
 */
import type { Client } from '@calmly/contract';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Locale, Work } from '@calmly/platform/work.ts';
import { type Bank, openAccounts } from '../../../accounts/server/accounts/index.ts';
import {
  findRecipients,
  lockClientState,
  moveClient,
  type Recipient,
  type Transition,
} from '../../../identity/server/index.ts';
import { findCompany, foundCompany, setRetry } from '../companies/index.ts';
import { type CompanyCheck, type Outcome, sendOutcome } from './outcome-messages.ts';
import { type Application, findApplication, updateIdentityRetry } from './store.ts';

export interface IdentityCheck {
  /** The documents are with the provider; the client moves to CREATED. */
  handIn(work: Work, clientId: string): Promise<void>;
  approve(work: Work, clientId: string): Promise<void>;
  /** With `retry` the client returns to the check; otherwise they are declined. */
  decline(work: Work, clientId: string, options: { readonly retry: boolean }): Promise<void>;
}

export interface IdentityCheckOptions {
  readonly bank: Bank;
  /** Base address of links in messages. */
  readonly portalUrl: string;
}

const accountNames = { en: 'Main account', ru: 'Основной счёт' } as const satisfies Record<Locale, string>;

/** The transition that brings a client to CREATED; clients in other states are there already or beyond. */
const handInFrom: Partial<Record<Client['state'], Transition>> = {
  SMS_CONFIRMED: 'handInIdentity',
  KYC_DECLINED: 'verifyAgain',
};
const decided: ReadonlySet<Client['state']> = new Set(['ACTIVE', 'BLOCKED', 'CLOSED']);

/** Each call locks the client's state until the transaction ends. */
export function createIdentityCheck({ bank, portalUrl }: IdentityCheckOptions): IdentityCheck {
  return { handIn, approve, decline };

  async function handIn(work: Work, clientId: string): Promise<void> {
    await bringIn(work, await lockCandidate(work, clientId));
  }

  async function approve(work: Work, clientId: string): Promise<void> {
    const candidate = await lockCandidate(work, clientId);
    if (decided.has(candidate.state)) return;
    await bringIn(work, candidate);
    await moveClient(work, clientId, 'approveIdentity');
    const people = await tell(work, candidate, 'approved');
    const name = accountNames[people[0]?.locale ?? 'en'];
    await openAccounts(work, bank, [{ clientId, currency: 'EUR', name, withIban: true }]);
    await publish(work.sql, clientId, { topic: 'accounts' });
    const { application } = candidate;
    if (application?.company)
      await foundCompany(work, {
        creatorId: clientId,
        personId: application.personId,
        entry: application.company,
        isRegistered: true,
      });
  }

  async function decline(work: Work, clientId: string, { retry }: { retry: boolean }): Promise<void> {
    const candidate = await lockCandidate(work, clientId);
    const { state, mayRetry } = candidate;
    const isKnown = retry ? state === 'SMS_CONFIRMED' && mayRetry : state === 'KYC_DECLINED';
    if (decided.has(state) || isKnown) return;
    await bringIn(work, candidate);
    await moveClient(work, clientId, retry ? 'retryIdentity' : 'declineIdentity');
    await keepRetry(work, candidate, retry);
    await tell(work, candidate, retry ? 'retry' : 'declined');
  }

  async function tell(work: Work, { clientId, company }: Candidate, outcome: Outcome): Promise<Recipient[]> {
    const people = await findRecipients(work.sql, { clientIds: [clientId], personIds: [] });
    const own = people.filter((person) => person.clientId === clientId);
    for (const { email, locale } of own)
      await sendOutcome(work.sql, outcome, { to: email, locale, portalUrl, company });
    // The person who added it may be watching from their own profile.
    if (company) await publish(work.sql, company.creatorId, { topic: 'client' });
    return own;
  }
}

interface Candidate {
  readonly clientId: string;
  readonly state: Client['state'];
  readonly application: Application | undefined;
  readonly company: CompanyCheck | undefined;
  /** Whether the last answer allowed a repeat. */
  readonly mayRetry: boolean;
}

async function lockCandidate({ sql }: Work, clientId: string): Promise<Candidate> {
  const state = await lockClientState(sql, clientId);
  const [application, company] = [await findApplication(sql, clientId), await findCompany(sql, clientId)];
  const mayRetry = application?.identityRetry ?? company?.mayRetry ?? false;
  return { clientId, state, application, company, mayRetry };
}

/** Moves a client who has reached the check to CREATED. */
async function bringIn(work: Work, candidate: Candidate): Promise<void> {
  const { clientId, state, application } = candidate;
  const transition = handInFrom[state];
  if (state === 'CREATED' || decided.has(state)) return;
  if (!transition || application?.termsAcceptedAt === null) throw new Problem('state_moved');
  await moveClient(work, clientId, transition);
  await keepRetry(work, candidate, false);
}

async function keepRetry({ sql }: Work, { clientId, company }: Candidate, mayRetry: boolean): Promise<void> {
  if (company) await setRetry(sql, clientId, mayRetry);
  else await updateIdentityRetry(sql, clientId, mayRetry);
}
