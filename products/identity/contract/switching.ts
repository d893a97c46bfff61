/**
 * A person's profiles: their companies, and acting for another profile. Source: specification sections 3 (company account entry), 4 (profile
 * switching), 7; server page section 3.
 * The response of a switch to a company sets two readable cookies: `rights` (the member's, as JSON) and `oldClientId` (the own profile's); switching
 * back removes them. They are for the portal's display; the server reads neither.
 */

import { pageQuery, zId, zIdParam } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { zRights } from '@calmly/contract-kit/rights.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { clientStates, zToken } from './identity.ts';

/** The grade of clients without their own relation to the bank, who joined by a company's invitation. */
export const companyUserGrade = 'COMPANY_USER';

/** A company that the person may act for. */
export const zCompanyEntry = wire({
  id: ['Id', zId],
  number: ['Number', z.string()],
  companyName: ['CompanyName', z.string()],
  role: ['Role', z.string()],
  state: ['State', z.enum(clientStates)],
  /** The client whose holder added the company; null for companies that the bank added. */
  creatorId: ['CreatorId', zId.nullable()],
  rights: ['Rights', zRights],
});
export type CompanyEntry = z.output<typeof zCompanyEntry>;

export const companiesFor = endpoint({
  id: 'companiesFor',
  method: 'GET',
  path: '/companiesfor/{id}',
  tag: 'Client',
  summary:
    'List the companies that the caller may act for, by the id of the own profile; `cursor` is the last Id of the previous page',
  access: 'client',
  presence: 'open',
  params: zIdParam,
  query: z.strictObject(pageQuery),
  response: z.array(zCompanyEntry),
});

export const changeToken = endpoint({
  id: 'changeToken',
  method: 'POST',
  path: '/oauth/changetoken/{id}',
  tag: 'Sign-in',
  summary: 'Switch to a company or back to the own profile: creates a new session and ends the old one',
  access: 'client',
  presence: 'own',
  twoFactor: 'maybe',
  params: zIdParam,
  response: zToken,
});
