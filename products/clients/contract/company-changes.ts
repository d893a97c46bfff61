/**
 * Changes of an active company's facts: its administrator requests them with documents, the bank decides, and until then the company works as before.
 * A request contains all facts in their new form; only the differences are stored and shown. There is one open request at a time.
 * Source: server page section 4 (companies); specification section 5 (change address), which works the same way.
 */

import { pageQuery, zId, zIdParam, zLine, zPage, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zDocument } from '../../accounts/contract/documents.ts';
import { companyFactFields, companyPapersMax } from './companies.ts';
import { addressChangeStates } from './profile.ts';

/** The parts that may change, each as a whole; directors and owners are one part, because their shares add up. */
export const companyParts = [
  'name',
  'registrationNumber',
  'country',
  'legalForm',
  'foundedOn',
  'activity',
  'address',
  'owners',
] as const;
export type CompanyPart = (typeof companyParts)[number];

const { name, registrationNumber, country, legalForm, foundedOn, activity, address } = companyFactFields;
const { people, corporateOwners, othersBelowQuarter } = companyFactFields;

/** The requested facts; for directors and owners, either all three or none. */
const zChangedFacts = wire({
  name: [name[0], name[1].optional()],
  registrationNumber: [registrationNumber[0], registrationNumber[1].optional()],
  country: [country[0], country[1].optional()],
  legalForm: [legalForm[0], legalForm[1].optional()],
  foundedOn: [foundedOn[0], foundedOn[1].optional()],
  activity: [activity[0], activity[1].optional()],
  address: [address[0], address[1].optional()],
  people: [people[0], people[1].optional()],
  corporateOwners: [corporateOwners[0], corporateOwners[1].optional()],
  othersBelowQuarter: [othersBelowQuarter[0], othersBelowQuarter[1].optional()],
});
export type ChangedFacts = z.output<typeof zChangedFacts>;

export const zCompanyChange = wire({
  id: ['Id', zId],
  parts: ['Parts', z.array(z.enum(companyParts))],
  facts: ['Facts', zChangedFacts],
  reason: ['Reason', z.string().nullable()],
  documents: ['Documents', z.array(zDocument)],
  state: ['State', z.enum(addressChangeStates)],
  /** Why the bank rejected it. */
  comment: ['Comment', z.string().nullable()],
  askedBy: ['AskedBy', z.string()],
  createdAt: ['CreatedAt', zTime],
  decidedAt: ['DecidedAt', zTime.nullable()],
});
export type CompanyChange = z.output<typeof zCompanyChange>;

const call = { tag: 'Companies', right: 'is_boss' } as const;

export const requestCompanyChange = endpoint({
  ...call,
  id: 'requestCompanyChange',
  method: 'POST',
  path: '/companychanges',
  summary: 'Submit a change of the company details for the bank to decide; one at a time',
  access: 'active',
  presence: 'own',
  twoFactor: 'always',
  idempotent: true,
  body: wire({
    ...companyFactFields,
    /** The version shown on the screen: if the facts have changed since, the request is refused (`company_changed`). */
    version: ['Version', z.string().max(40).optional()],
    reason: ['Reason', zLine(300).optional()],
    /** Documents that prove the change, and an identity document of each new person; already uploaded (`uploadDocument`). */
    documentIds: ['Documents', z.array(zId).max(companyPapersMax)],
  }),
  response: zCompanyChange,
  status: 201,
});
export type CompanyChangeInput = z.output<(typeof requestCompanyChange)['body']>;

export const listCompanyChanges = endpoint({
  ...call,
  id: 'listCompanyChanges',
  method: 'GET',
  path: '/companychanges',
  summary: 'List the submitted changes of the company details, newest first',
  access: 'client',
  presence: 'required',
  query: z.strictObject(pageQuery),
  response: zPage(zCompanyChange),
});

export const withdrawCompanyChange = endpoint({
  ...call,
  id: 'withdrawCompanyChange',
  method: 'DELETE',
  path: '/companychanges/{id}',
  summary: 'Withdraw a submitted change',
  access: 'client',
  presence: 'required',
  params: zIdParam,
});
