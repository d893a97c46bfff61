/**
 * Companies: what the bank knows of a company and who directs and owns it. Owns the schema `companies`; the client itself, its state
 * and its members are identity's.
 *
 * Onboarding founds the company that somebody registered with (`foundCompany`) and keeps how its check went (`setRetry`);
 * verification asks whom a check is about (`requireCandidate`).
 */
import type { Module } from '../../platform/module.ts';
import type { Documents } from '../documents/index.ts';
import { companyRoutes } from './company-routes.ts';

export { type CompanyCandidate, foundCompany, requireCandidate } from './company.ts';
export { findCompany, replaceFacts, setRetry } from './company-store.ts';

export const createCompaniesModule = ({ documents }: { readonly documents: Documents }): Module => ({
  name: 'companies',
  routes: (router) => companyRoutes(router, documents),
});
