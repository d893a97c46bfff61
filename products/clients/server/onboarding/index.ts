/**
 * Onboarding: from registration to the identity check. Owns the schema `onboarding`; person and profile are identity's.
 *
 * The module that receives the identity provider's reports calls `identityCheck`, inside the transaction that stores the result.
 */

import type { Database } from '@calmly/platform/database.ts';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Module } from '@calmly/platform/module.ts';
import type { Bank } from '../../../accounts/server/accounts/index.ts';
import type { Identity } from '../../../identity/server/index.ts';
import { activity } from './activity.ts';
import type { ConfirmationOptions } from './confirmation/confirmation.ts';
import { createIdentityCheck, type IdentityCheck } from './identity-check.ts';
import { abandonedPurge, onboardingJobs } from './jobs.ts';
import { onboardingRoutes } from './routes.ts';

export type { IdentityCheck } from './identity-check.ts';

export interface OnboardingDependencies extends ConfirmationOptions {
  readonly database: Database;
  readonly identity: Pick<Identity, 'openDraft'>;
  readonly bank: Bank;
}

export interface Onboarding extends Module {
  readonly identityCheck: IdentityCheck;
}

export function createOnboarding({
  database,
  identity,
  bank,
  ...options
}: OnboardingDependencies): Onboarding {
  return {
    name: 'onboarding',
    activity,
    routes: (router) => onboardingRoutes(router, database, { ...options, openDraft: identity.openDraft }),
    jobs: onboardingJobs,
    purges: [abandonedPurge, purgeOf('onboarding.email_link', "expires_at < now() - interval '30 days'")],
    identityCheck: createIdentityCheck({ bank, portalUrl: options.portalUrl }),
  };
}
