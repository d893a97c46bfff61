/**
 * Beneficiaries (payees): name, address, bank accounts; bank look-up. Names and addresses stay as the client wrote them; payments carry
 * the Latin spelling (`latin`). Source: specification section 3 (Beneficiary); server page section 7.
 */

import {
  pageQuery,
  zCountry,
  zCurrency,
  zId,
  zIdParam,
  zKnownOrders,
  zLine,
  zPage,
  zPlain,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { readinessIssues } from '@calmly/domain';
import { z } from 'zod';
import { zNameCheck } from './beneficiary-checks.ts';

const optionalLine = (max: number) => zLine(max).optional();

/** One bank account of a beneficiary, as a client enters it. */
export const zBankDetailInput = wire({
  iban: ['iban', zPlain.max(50).optional()],
  accountNumber: ['account_number', zPlain.max(34).optional()],
  bic: ['bic', zPlain.max(11).optional()],
  sortCode: ['gb_sort', zPlain.max(8).optional()],
  routingNumber: ['us_routing', zPlain.max(9).optional()],
  bankName: ['bank_data', optionalLine(140)],
  bankAddress: ['bank_address', optionalLine(140)],
  bankCountry: ['bank_country', zCountry.optional()],
  correspondentBank: ['corr_bank', optionalLine(140)],
  correspondentAccount: ['corr_account', zPlain.max(34).optional()],
  correspondentBic: ['corr_bic', zPlain.max(11).optional()],
  currency: ['currency', zCurrency],
});
export type BankDetailInput = z.output<typeof zBankDetailInput>;

export const zBankDetail = wire({
  index: ['index', z.number().int()],
  iban: ['iban', z.string().nullable()],
  accountNumber: ['account_number', z.string().nullable()],
  bic: ['bic', z.string().nullable()],
  sortCode: ['gb_sort', z.string().nullable()],
  routingNumber: ['us_routing', z.string().nullable()],
  bankName: ['bank_data', z.string().nullable()],
  bankAddress: ['bank_address', z.string().nullable()],
  bankCountry: ['bank_country', zCountry.nullable()],
  correspondentBank: ['corr_bank', z.string().nullable()],
  correspondentAccount: ['corr_account', z.string().nullable()],
  correspondentBic: ['corr_bic', z.string().nullable()],
  currency: ['currency', zCurrency],
  /** Of this account under the name that travels; null: never asked. */
  nameCheck: ['name_check', zNameCheck.nullable()],
});
export type BankDetail = z.output<typeof zBankDetail>;

const partyFields = {
  legalStatus: ['LegalStatus', z.enum(['INDIVIDUAL', 'COMPANY'])],
  /** Company name; for an individual the server writes first and last name. */
  name: ['Name', zLine(140).optional()],
  firstName: ['FirstName', zLine(70).optional()],
  lastName: ['LastName', zLine(70).optional()],
  /** The name as its bank knows it, in Latin letters; unsaid, the server writes the name by sound. */
  latinName: ['NameLatin', zLine(140).optional()],
  /** Unix time in seconds. */
  dateOfBirth: ['DateOfBirth', z.number().int().optional()],
  street: ['Street', optionalLine(70)],
  buildingNumber: ['BuildingNumber', optionalLine(16)],
  postCode: ['PostCode', optionalLine(16)],
  town: ['City', optionalLine(35)],
  country: ['Country', zCountry],
} as const;

/** The version that was on the screen: a payee that has changed since is refused (`beneficiary_changed`). */
const zSeenVersion = ['Version', z.number().int().optional()] as const;

/** `INCOMING` pays the client and cannot be paid; `OUTGOING` is a payee. */
export const beneficiaryDirections = ['INCOMING', 'OUTGOING'] as const;

export const zBeneficiary = wire({
  id: ['Id', zId],
  legalStatus: ['LegalStatus', z.enum(['INDIVIDUAL', 'COMPANY'])],
  name: ['Name', z.string()],
  firstName: ['FirstName', z.string().nullable()],
  lastName: ['LastName', z.string().nullable()],
  dateOfBirth: ['DateOfBirth', z.number().int().nullable()],
  street: ['Street', z.string().nullable()],
  buildingNumber: ['BuildingNumber', z.string().nullable()],
  postCode: ['PostCode', z.string().nullable()],
  town: ['City', z.string().nullable()],
  country: ['Country', zCountry],
  /** What travels with a payment. */
  latin: [
    'Latin',
    wire({
      name: ['Name', z.string()],
      street: ['Street', z.string().nullable()],
      buildingNumber: ['BuildingNumber', z.string().nullable()],
      postCode: ['PostCode', z.string().nullable()],
      town: ['City', z.string().nullable()],
    }),
  ],
  /** What is missing before a bank would accept a payment; empty for a payee that is ready. */
  readiness: ['Readiness', z.array(z.enum(readinessIssues))],
  direction: ['Direction', z.enum(beneficiaryDirections)],
  type: ['BeneficiaryType', z.enum(['SEPA', 'SWIFT'])],
  status: ['BeneficiaryStatus', z.enum(['ACTIVE', 'DELETED'])],
  currency: ['Currency', zCurrency],
  trusted: ['Trusted', z.boolean()],
  /** Saved by a confidential payout: only people with the right see the payee. */
  confidential: ['Confidential', z.boolean()],
  bankDetails: ['bank_details', z.array(zBankDetail)],
  /** Counts up with every change of name, address or accounts. */
  version: ['Version', z.number().int()],
  createdAt: ['CreatedAt', zTime],
});
export type Beneficiary = z.output<typeof zBeneficiary>;

export const listBeneficiaries = endpoint({
  id: 'listBeneficiaries',
  method: 'GET',
  path: '/beneficiaries',
  tag: 'Beneficiaries',
  summary: 'List the payees, newest first, without deleted ones',
  access: 'active',
  presence: 'required',
  scope: 'payees:read',
  query: z.strictObject({
    ...pageQuery,
    search: zPlain.trim().max(100).optional(),
    currency: zCurrency.optional(),
    country: zCountry.optional(),
    direction: z.enum(beneficiaryDirections).optional(),
    /** `no`: without confidential payees, which single payments cannot pay. */
    confidential: z.enum(['yes', 'no']).default('yes'),
  }),
  response: zPage(zBeneficiary),
});

export const getBeneficiary = endpoint({
  id: 'getBeneficiary',
  method: 'GET',
  path: '/beneficiaries/{id}',
  tag: 'Beneficiaries',
  summary: 'Read one payee',
  access: 'active',
  presence: 'required',
  scope: 'payees:read',
  params: zIdParam,
  response: zBeneficiary,
});

export const createBeneficiary = endpoint({
  id: 'createBeneficiary',
  method: 'POST',
  path: '/beneficiaries',
  tag: 'Beneficiaries',
  summary: 'Add a payee; the code names the payee and the account',
  access: 'active',
  presence: 'own',
  right: 'can_create_benef',
  twoFactor: 'always',
  approval: true,
  idempotent: true,
  body: wire({
    ...partyFields,
    /** `OUTGOING` unless said. */
    direction: ['Direction', z.enum(beneficiaryDirections).optional()],
    bankDetails: ['bank_details', z.array(zBankDetailInput).min(1).max(10)],
  }),
  response: zBeneficiary,
  status: 201,
});
export type BeneficiaryInput = z.output<(typeof createBeneficiary)['body']>;

export const updateBeneficiary = endpoint({
  id: 'updateBeneficiary',
  method: 'PUT',
  path: '/beneficiaries/{id}',
  tag: 'Beneficiaries',
  summary: 'Replace the bank accounts of a payee',
  access: 'active',
  presence: 'own',
  right: 'can_create_benef',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
  body: wire({
    bankDetails: ['bank_details', z.array(zBankDetailInput).min(1).max(10)],
    version: zSeenVersion,
  }),
  response: zBeneficiary,
});

export const changeParty = endpoint({
  id: 'changeParty',
  method: 'PUT',
  path: '/beneficiaries/party/{id}',
  tag: 'Beneficiaries',
  summary: 'Change the name, date of birth or address of a payee; the bank accounts stay',
  access: 'active',
  presence: 'own',
  right: 'can_create_benef',
  twoFactor: 'always',
  approval: true,
  params: zIdParam,
  body: wire({ ...partyFields, version: zSeenVersion }),
  response: zBeneficiary,
});
export type PartyInput = Omit<z.output<(typeof changeParty)['body']>, 'version'>;

export const trustBeneficiary = endpoint({
  id: 'trustBeneficiary',
  method: 'PUT',
  path: '/beneficiaries/trust/{id}',
  tag: 'Beneficiaries',
  summary:
    'Mark a payee as trusted, so that small payments need no code, or undo it; marking requires a code',
  access: 'active',
  presence: 'required',
  right: 'can_create_benef',
  twoFactor: 'maybe',
  params: zIdParam,
  body: wire({ trusted: ['Trusted', z.boolean()] }),
  response: zBeneficiary,
});

export const deleteBeneficiary = endpoint({
  id: 'deleteBeneficiary',
  method: 'DELETE',
  path: '/beneficiaries/{id}',
  tag: 'Beneficiaries',
  summary: 'Delete a payee and stop the standing orders that pay it; past payments keep their copy',
  access: 'active',
  presence: 'required',
  right: 'can_create_benef',
  params: zIdParam,
  query: z.strictObject({ orders: zKnownOrders }),
});

/** What the bank directory knows of an IBAN or a BIC. */
export const lookUpBank = endpoint({
  id: 'lookUpBank',
  method: 'GET',
  path: '/banks/lookup',
  tag: 'Reference',
  summary: 'Look up the name, BIC and address of a bank by IBAN or BIC',
  access: 'client',
  presence: 'open',
  query: z.strictObject({ iban: z.string().max(50).optional(), bic: z.string().max(11).optional() }),
  response: wire({
    bic: ['bic', z.string().nullable()],
    bankName: ['bank_data', z.string().nullable()],
    bankAddress: ['bank_address', z.string().nullable()],
    bankCountry: ['bank_country', zCountry.nullable()],
  }),
});
export type BankFound = z.output<(typeof lookUpBank)['response']>;
