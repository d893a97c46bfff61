/**
 * Identity: who acts, for which client, with which rights, and how that was proved. Passwords, sessions, known browsers, two-factor
 * codes, accepted terms.
 *
 * Other modules request codes here (`requireCode`; grouped: `stepUp` and `consumeApprovals`), read clients' names, and in seeds and
 * tests create a person with a profile. The edge uses `authenticate`, `checkCode` and `redeemTicket`.
 */
import type { ActivityTexts } from '@calmly/platform/activity.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { DeskQueue } from '@calmly/platform/desk.ts';
import type { Answer } from '@calmly/platform/http/answer.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import type { JobHandler } from '@calmly/platform/jobs/jobs.ts';
import type { Purge } from '@calmly/platform/jobs/purge.ts';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { ClientActor, RequestContext, Work } from '@calmly/platform/work.ts';
import { activity } from './activity.ts';
import type { CardOfferRules } from './clients/card-offer.ts';
import { createReadClient, type ReadClient } from './clients/clients.ts';
import { memberJobs } from './clients/members/members.ts';
import {
  type Draft,
  type InvitedPerson,
  openDraft,
  openInvited,
  type Registration,
} from './clients/registration.ts';
import { type CheckTools, createCodeCheck } from './codes/challenge-check.ts';
import { type Approval, type Confirmation, requireCode } from './codes/challenges.ts';
import { blockedCodesQueue } from './factors/desk.ts';
import { relyingPartyOf } from './factors/passkeys.ts';
import { totpPlace } from './factors/totp.ts';
import { frozenAccessQueue } from './passwords/desk.ts';
import { resetJobs } from './passwords/password-change.ts';
import { identityPurges } from './purges.ts';
import { identityRoutes } from './routes.ts';
import { type Authenticate, createAuthenticate } from './sessions/authenticate.ts';
import { createProofs } from './sessions/proofs/proof-keys.ts';
import { hashSecret } from './sessions/secrets.ts';
import { takeTicket } from './sessions/session-store.ts';

/** Values sealed with the server's keys. */
export const sealedApps = sealedIn({
  what: 'authenticator apps',
  table: 'identity.totp',
  column: 'secret',
  key: ['id'],
  placedBy: ['person_id'],
  placeOf: totpPlace,
});

export { type CardOfferRules, offersCards } from './clients/card-offer.ts';
export { findCardholder } from './clients/cardholder.ts';
export {
  findClientState,
  findInactive,
  lockClientState,
  moveClient,
  refuseIfBlocked,
  type Transition,
} from './clients/client-states.ts';
export {
  findAppliedAs,
  findClient as findProfile,
  findCompanies,
  findPersonNames,
  listClientIds,
} from './clients/client-store.ts';
export {
  clientName,
  createPersonClient,
  type PersonClientInput,
  type ReadClient,
  requireOwnClient,
} from './clients/clients.ts';
export { createCompanyClient, fillCompany } from './clients/company-clients.ts';
export { seesConfidential } from './clients/confidential.ts';
export {
  type Address,
  type Contact,
  changeAddress,
  changeContact,
  changePreferences,
  deriveCode,
  endAccessSince,
  findPersonByEmail,
  isEmailTaken,
  requireContact,
} from './clients/contact.ts';
export {
  confirmEmail,
  correctContact,
  fillProfile,
  forgetDraft,
  isEmailConfirmed,
  listAbandoned,
} from './clients/drafts.ts';
export { hasDeviceFactor, hideFirstSteps } from './clients/first-steps.ts';
export { type Colleague, findColleagues, findPlaces, type Seat } from './clients/members/colleagues.ts';
export {
  addMember,
  changeMember,
  createInvitedPerson,
  findAdministrators,
  findMember,
  findMemberRecord,
  isMember,
  listMembers,
  type MemberKey,
  type MemberRecord,
  type Membership,
  mayJoinCompanies,
  membersAmong,
  removeMember,
} from './clients/members/members.ts';
export { findRecipients, type Recipient } from './clients/members/recipients.ts';
export { findClientAddresses } from './clients/postal-addresses.ts';
export type { Draft } from './clients/registration.ts';
export { acceptTerms } from './clients/terms.ts';
export type { Consumption } from './codes/challenge-store.ts';
export {
  type Approval,
  type Confirmation,
  type Confirmed,
  consumeApprovals,
  requireClientActor,
  requireCode,
  stepUp,
} from './codes/challenges.ts';
export {
  type CoolingOff,
  coolingOffAllowance,
  coolingOffText,
  judgeOutflows,
  type Outflow,
} from './factors/cooling-off.ts';
export {
  afterPaying,
  type CoolingPeople,
  coolingOffApplied,
  countAllowances,
  findCoolingOffEnd,
  lockCooling,
} from './factors/outflows.ts';
export { newTotpSecret, stepAt, totpCode, totpStep } from './factors/totp-codes.ts';
export { checkNewPassword } from './passwords/password-policy.ts';
export { callerOf, hashPassword, verifyPassword } from './passwords/passwords.ts';
export { leaversPurge } from './purges.ts';
export { emailKey, maskAddress, wholeMinutes } from './rules.ts';
export {
  type AccessLost,
  accessLostTask,
  type RightsLost,
  requireOpenAccess,
  rightsLostTask,
} from './sessions/access-lost.ts';
export type { Authenticate, AuthenticateOptions } from './sessions/authenticate.ts';
export {
  findActorWithoutSession,
  findOrdersConfirmed,
  noteOrdersConfirmed,
} from './sessions/session-store.ts';
export { findSignedIn } from './sessions/signed-in.ts';
export { clearTries, returnTry, type Try, takeTries, takeTry } from './sign-in/throttle.ts';
export { namesOf } from './sign-in/user-agent.ts';

export interface Identity {
  readonly name: 'identity';
  readonly routes: (router: Router) => void;
  readonly jobs: Readonly<Record<string, JobHandler>>;
  readonly purges: readonly Purge[];
  readonly desk: readonly DeskQueue[];
  readonly activity: ActivityTexts;
  /** The actor of a live session's access token; undefined for anything else. */
  readonly authenticate: Authenticate;
  /** Checks a request's `X-TFA-CODE` before its transaction; undefined if nothing awaits a code there. */
  readonly checkCode: (actor: ClientActor, request: RequestContext) => Promise<Approval | undefined>;
  /** Continues only with a code; for calls in an idle session. */
  readonly provePresence: (work: Work) => Promise<void>;
  /** Creates a signed-in person with a profile in DRAFT; `complete` adds related data in the same transaction. */
  readonly openDraft: (
    work: Work,
    registration: Registration,
    complete: (work: Work, draft: Draft) => Promise<void>,
  ) => Promise<Answer>;
  /** Creates a signed-in person invited by a company; `join` adds them to it in the same transaction. */
  readonly openInvited: (
    work: Work,
    person: InvitedPerson,
    join: (work: Work, personId: string) => Promise<void>,
  ) => Promise<Answer>;
  /** The client that a websocket ticket admits; it works once. */
  readonly redeemTicket: (ticket: string) => Promise<ClientActor | undefined>;
  /** The profile that the caller acts for, in the contract's form. */
  readonly readClient: ReadClient;
}

export interface IdentityOptions {
  /** Our public address, if the `Host` header does not tell: proofs of keys name it. */
  readonly publicUrl?: string | undefined;
  /** Address of the portal; passkeys belong to its host. */
  readonly portalUrl: string;
  /** Seal secrets that must be readable again: the first key seals, all open. */
  readonly secretKeys: readonly Buffer[];
  /** Whether a session may be opened without binding it to a key. */
  readonly allowBearer: boolean;
  /** Where staff sign in. */
  readonly adminUrl?: string | undefined;
  /** Who is offered cards. */
  readonly cards: CardOfferRules;
}

const presence: Confirmation = {
  summary: { en: 'Confirm it’s you', ru: 'Подтвердите, что это вы' },
  snapshot: '',
  money: 'stays',
};

/** The module on a database. */
export function createIdentity(
  database: Database,
  { publicUrl, portalUrl, secretKeys, allowBearer, adminUrl, cards }: IdentityOptions,
): Identity {
  const check: CheckTools = {
    database,
    box: createSecretBox(secretKeys),
    party: relyingPartyOf(portalUrl, publicUrl),
  };
  const proofs = createProofs({ publicUrl });
  const authenticate = createAuthenticate(database, proofs);
  const readClient = createReadClient(cards);
  return {
    name: 'identity',
    activity,
    routes: (router) =>
      identityRoutes(router, {
        ...check,
        authenticate,
        proofs,
        allowBearer,
        portalUrl,
        adminUrl,
        readClient,
      }),
    jobs: { ...memberJobs, ...resetJobs(portalUrl) },
    purges: identityPurges,
    desk: [blockedCodesQueue, frozenAccessQueue],
    authenticate,
    checkCode: createCodeCheck(check),
    provePresence: async (work) => {
      await requireCode(work, presence);
    },
    openDraft: (work, registration, complete) =>
      openDraft(work, { database, proofs, allowBearer }, registration, complete),
    openInvited: (work, person, join) => openInvited(work, { database, proofs, allowBearer }, person, join),
    redeemTicket: async (ticket) => {
      const hash = hashSecret('ticket', ticket);
      return hash && takeTicket(database.sql, hash);
    },
    readClient,
  };
}
