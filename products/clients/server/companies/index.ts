/**
 * Companies: a company's facts, its directors and owners, how they change, and how people join: invitations, rights, the administrator role. Owns the
 * schema `companies`; identity owns the client, its state and its members.
 * Onboarding creates an applicant's company (`foundCompany`) and stores whether its check may be repeated (`setRetry`). Verification asks which
 * company a check is about (`requireCandidate`).
 */
import type { Module } from '@calmly/platform/module.ts';
import type { Documents } from '../../../accounts/server/documents/index.ts';
import { activity } from './activity.ts';
import { companyRoutes } from './company/routes.ts';
import { factChangeQueue } from './fact-changes/desk.ts';
import { type FactChangeOptions, factChangePurge } from './fact-changes/fact-changes.ts';
import type { JoinOptions } from './invitations/accept.ts';
import { invitationJobs } from './invitations/invitations.ts';
import { invitationPurges } from './invitations/store.ts';
import { peopleRoutes } from './people/routes.ts';

export { type CompanyCandidate, foundCompany, requireCandidate } from './company/company.ts';
export { findCompany, findRegistered, replaceFacts, setRetry } from './company/store.ts';
export { beginSeatChange, lockSeat, takeSeat, tellOfSeat } from './fact-changes/seat.ts';
export { peopleApprovals } from './people/changes.ts';

export interface CompaniesOptions extends JoinOptions, FactChangeOptions {
  readonly documents: Documents;
}

/** Its job notifies invited people who are already clients. */
export const createCompaniesModule = (options: CompaniesOptions): Module => ({
  name: 'companies',
  activity,
  routes: (router) => {
    companyRoutes(router, options);
    peopleRoutes(router, options);
  },
  jobs: invitationJobs,
  desk: [factChangeQueue(options)],
  purges: [...invitationPurges, factChangePurge],
});
