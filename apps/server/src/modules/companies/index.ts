/**
 * Companies: what the bank knows of a company, who directs and owns it, how that changes, and how people come to it: invitations,
 * rights, the administrator's role. Owns the schema `companies`; the client itself, its state and its members are identity's.
 *
 * Onboarding founds the company that someone registered with (`foundCompany`) and keeps how its check went (`setRetry`);
 * verification asks whom a check is about (`requireCandidate`).
 */
import type { Module } from '../../platform/module.ts';
import type { Documents } from '../documents/index.ts';
import { companyRoutes } from './company-routes.ts';
import type { FactChangeOptions } from './fact-changes.ts';
import { factChangeQueue } from './fact-changes-desk.ts';
import { invitationJobs } from './invitations.ts';
import type { JoinOptions } from './invitations-accept.ts';
import { peopleRoutes } from './people-routes.ts';

export { type CompanyCandidate, foundCompany, requireCandidate } from './company.ts';
export { findCompany, findRegistered, moveSeat, replaceFacts, setRetry } from './company-store.ts';
export { peopleApprovals } from './people-changes.ts';

export interface CompaniesOptions extends JoinOptions, FactChangeOptions {
  readonly documents: Documents;
}

export const createCompaniesModule = (options: CompaniesOptions): Module => ({
  name: 'companies',
  routes: (router) => {
    companyRoutes(router, options);
    peopleRoutes(router, options);
  },
  jobs: invitationJobs,
  desk: [factChangeQueue(options)],
});
