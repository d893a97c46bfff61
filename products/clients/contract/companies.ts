/**
 * Companies: the facts of a company client, and how a person adds one. Source: specification sections 3 (company account entry), 4 (re-verification);
 * server page section 4.
 * A company is added from its creator's own profile with all facts at once and waits in SMS_CONFIRMED for its check in the widget
 * (`issueVerificationToken` with the creator's id). Until it is submitted, it may be saved again. A company that an applicant registered before being
 * a client starts with its register entry alone; the missing facts are saved the same way.
 */

import { zCountry, zDate, zId, zIdParam, zLine, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { documentTypes, zDocument } from '../../accounts/contract/documents.ts';
import { clientStates } from '../../identity/contract/identity.ts';
import { zBirth, zResidentialAddress } from './onboarding.ts';

export const legalForms = [
  'private_limited',
  'public_limited',
  'partnership',
  'sole_trader',
  'non_profit',
  'other',
] as const;
export type LegalForm = (typeof legalForms)[number];

export const companyPeopleMax = 20;
export const companyPapersMax = 10;
/** The whole company in basis points (hundredths of a percent). */
export const wholeBasisPoints = 10_000;
/** Owners with a larger share must be named. */
export const namedOwnerBasisPoints = 2_500;

/** Basis points, so that thirds of a company add up without fractions: 33.33 % is 3333. */
const zShare = z.number().int().min(-1_000_000).max(1_000_000);

const personFields = {
  firstName: ['FirstName', zLine(70)],
  lastName: ['LastName', zLine(70)],
  citizenship: ['CountryCitizenship', zCountry],
  isDirector: ['Director', z.boolean()],
  /** Null: owns no share. */
  shareBasisPoints: ['ShareBasisPoints', zShare.nullable()],
} as const;

/** A person who directs or owns the company, or both. */
export const zCompanyPerson = wire({
  ...personFields,
  dateOfBirth: ['DateOfBirth', zBirth],
  address: ['HomeAddress', zResidentialAddress],
});
export type CompanyPerson = z.output<typeof zCompanyPerson>;

/** A company that owns a share. */
export const zCorporateOwner = wire({
  name: ['CompanyName', zLine(140)],
  registrationNumber: ['RegistrationNumber', zLine(35)],
  country: ['Country', zCountry],
  shareBasisPoints: ['ShareBasisPoints', zShare],
});
export type CorporateOwner = z.output<typeof zCorporateOwner>;

const registerFields = {
  name: ['CompanyName', zLine(140)],
  registrationNumber: ['RegistrationNumber', zLine(35)],
  country: ['Country', zCountry],
} as const;

/** All entered facts of a company, except documents. */
export const companyFactFields = {
  ...registerFields,
  legalForm: ['LegalForm', z.enum(legalForms)],
  foundedOn: ['FoundedOn', zDate],
  /** The company's business, in its own words. */
  activity: ['Activity', zLine(300)],
  address: ['Address', zResidentialAddress],
  people: ['People', z.array(zCompanyPerson).max(companyPeopleMax)],
  corporateOwners: ['CorporateOwners', z.array(zCorporateOwner).max(companyPeopleMax)],
  /** Declared by the person who adds the company: no unnamed owner holds more than a quarter. */
  othersBelowQuarter: ['OthersBelowQuarter', z.boolean()],
} as const;

export const zCompanyInput = wire({
  ...companyFactFields,
  /** The register extract first; already uploaded (`uploadDocument`). */
  documentIds: ['Documents', z.array(zId).max(companyPapersMax)],
});
export type CompanyInput = z.output<typeof zCompanyInput>;

export const zCompany = wire({
  id: ['Id', zId],
  creatorId: ['CreatorId', zId],
  state: ['State', z.enum(clientStates)],
  ...registerFields,
  /** Null until entered, like the fields below. */
  legalForm: ['LegalForm', z.enum(legalForms).nullable()],
  foundedOn: ['FoundedOn', zDate.nullable()],
  activity: ['Activity', z.string().nullable()],
  address: ['Address', zResidentialAddress.nullable()],
  people: [
    'People',
    z.array(
      wire({
        ...personFields,
        /** Null for members who may not see documents and home addresses. */
        dateOfBirth: ['DateOfBirth', zBirth.nullable()],
        address: ['HomeAddress', zResidentialAddress.nullable()],
      }),
    ),
  ],
  corporateOwners: ['CorporateOwners', z.array(zCorporateOwner)],
  othersBelowQuarter: ['OthersBelowQuarter', z.boolean()],
  /** Empty for members who may not see them. */
  documents: ['Documents', z.array(zDocument)],
  /** Its creator registered with it before being a client, so its check continues that registration. */
  isRegistered: ['Registered', z.boolean()],
  /** Everything is entered, so it can be checked. */
  isComplete: ['Complete', z.boolean()],
  /** The provider requires better documents. */
  mayRetry: ['Retry', z.boolean()],
  /** Changes whenever the facts change. */
  version: ['Version', z.string()],
  createdAt: ['CreatedAt', zTime],
});
export type Company = z.output<typeof zCompany>;

const call = { tag: 'Companies', access: 'client', presence: 'required' } as const;

export const addCompany = endpoint({
  ...call,
  id: 'addCompany',
  method: 'POST',
  path: '/companies',
  summary: 'Add a company from the profile of an active person; the company then waits for its check',
  access: 'active',
  presence: 'required',
  idempotent: true,
  body: zCompanyInput,
  response: zCompany,
  status: 201,
});

export const getCompany = endpoint({
  ...call,
  id: 'getCompany',
  method: 'GET',
  path: '/companies/{id}',
  summary: 'Read the details of the company',
  params: zIdParam,
  response: zCompany,
});

export const saveCompanyFacts = endpoint({
  ...call,
  id: 'saveCompanyFacts',
  method: 'PUT',
  path: '/companies/{id}',
  summary:
    'Correct the details of a company before its check is submitted (SMS_CONFIRMED, administrators only)',
  right: 'is_boss',
  params: zIdParam,
  body: zCompanyInput,
  response: zCompany,
});

export const getCompanyDocument = endpoint({
  ...call,
  id: 'getCompanyDocument',
  method: 'GET',
  path: '/companies/{id}/documents/{documentId}',
  summary: 'Read one document of a company with its content',
  right: 'can_view_documents',
  params: z.strictObject({ id: zId, documentId: zId }),
  response: wire({
    fileName: ['FileName', z.string()],
    mediaType: ['MimeType', z.enum(documentTypes)],
    content: ['FileBody', z.string()],
  }),
});
