/**
 * The steps that a person fills in, each in its state and saved at once: person and company in DRAFT; account, address, terms and fees in
 * SMS_CONFIRMED. Accepting the terms closes the entries and copies them to the profile.
 * Errors in the order checked: not_found, state_moved, invalid_request on fields, terms_outdated.
 */
import type {
  AccountChoice,
  CompanyDetails,
  Onboarding,
  PersonDetails,
  ResidentialAddress,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import { badFields, type FieldRejection, Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Sql, Work } from '@calmly/platform/work.ts';
import { acceptTerms, fillProfile } from '../../../identity/server/index.ts';
import { leaveDraft, lockStep, viewApplication } from './application.ts';
import { areTermsCurrent, checkAddress, checkCompany, checkPerson } from './rules.ts';
import * as store from './store.ts';

/** `PUT /onboarding/person`. */
export async function savePerson(work: Work, actor: ClientActor, person: PersonDetails): Promise<Onboarding> {
  const { sql } = work;
  await lockStep(sql, actor, 'DRAFT');
  refuse(checkPerson(person, work.now));
  await store.updatePerson(sql, actor.clientId, person);
  await leaveDraft(work, actor.clientId);
  return viewApplication(work, actor);
}

/** `PUT /onboarding/company`; not for individuals. */
export async function saveCompany(
  work: Work,
  actor: ClientActor,
  company: CompanyDetails,
): Promise<Onboarding> {
  const { sql } = work;
  const { application } = await lockStep(sql, actor, 'DRAFT');
  if (application.kind !== 'company') throw new Problem('state_moved');
  refuse(checkCompany(company));
  await store.updateCompany(sql, actor.clientId, company);
  await leaveDraft(work, actor.clientId);
  return viewApplication(work, actor);
}

/** `PUT /onboarding/account`. */
export async function saveAccountChoice(
  work: Work,
  actor: ClientActor,
  account: AccountChoice,
): Promise<Onboarding> {
  const { sql } = work;
  await lockOpenStep(sql, actor);
  await store.updateAccount(sql, actor.clientId, account);
  return viewApplication(work, actor);
}

/** `PUT /onboarding/address`. */
export async function saveResidentialAddress(
  work: Work,
  actor: ClientActor,
  address: ResidentialAddress,
): Promise<Onboarding> {
  const { sql } = work;
  await lockOpenStep(sql, actor);
  refuse(checkAddress(address));
  await store.updateAddress(sql, actor.clientId, address);
  return viewApplication(work, actor);
}

/** `PUT /onboarding/terms`. A repeat (after a lost response) returns the same. */
export async function acceptOnboardingTerms(
  work: Work,
  actor: ClientActor,
  accepted: { readonly version: string; readonly cardVersion?: string | undefined },
): Promise<Onboarding> {
  const { sql, now } = work;
  const { application } = await lockStep(sql, actor, 'SMS_CONFIRMED');
  const { person, account, address } = application;
  if (!person || !account || !address) throw new Problem('state_moved');
  const withCard = account.cardType !== 'none';
  if (!areTermsCurrent(accepted, withCard)) throw new Problem('terms_outdated');
  if (application.termsAcceptedAt) return viewApplication(work, actor);
  await fillProfile(sql, actor.clientId, { ...person, accountType: account.accountType, address });
  await store.updateTermsAccepted(sql, actor.clientId, now);
  // This also notifies the browsers, because the profile has changed.
  await acceptTerms(work, actor, {
    main: { version: accepted.version },
    ...(withCard && accepted.cardVersion && { cards: { version: accepted.cardVersion } }),
  });
  await audit(work, { action: 'fees.accepted', details: { version: accepted.version } });
  return viewApplication(work, actor);
}

/** Steps 1 and 2 of the account stay open until the terms are accepted. */
async function lockOpenStep(sql: Sql, actor: ClientActor): Promise<void> {
  const { application } = await lockStep(sql, actor, 'SMS_CONFIRMED');
  if (application.termsAcceptedAt) throw new Problem('state_moved');
}

function refuse(rejections: readonly FieldRejection[]): void {
  if (rejections.length > 0) throw badFields(...rejections);
}
