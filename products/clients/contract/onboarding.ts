/**
 * From registration to active client: confirmed email and phone, the person, the account, terms, identity check. Source: specification
 * sections 2, 4, 7 and 9; server page section 4.
 *
 * Registration does not reveal whether an address is known: it always opens a session of a client in DRAFT. An address belongs to the
 * person who confirms it; a draft with another client's address can never be confirmed, and the email says why.
 */

import { zCountry, zLine, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zToken } from '../../identity/contract/identity.ts';

/** Email as typed: text, an at sign, a domain with a dot. Only sending an email shows whether it exists. */
export const zEmail = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@:]+@[^\s@.]+(?:\.[^\s@.]+)*\.[^\s@.]{2,}$/);

/** A phone number in E.164. */
export const zPhone = z.string().regex(/^\+[1-9][0-9]{6,14}$/);

export const zNewPassword = z.string().min(12, 'password_short').max(200);

const zCode = z.string().regex(/^[0-9]{6}$/);

/** Unix time in seconds at 00:00 UTC of the day. */
export const zBirth = z.number().int().multipleOf(86_400);

export const clientKinds = ['individual', 'company'] as const;
export const accountTypes = ['personal', 'business'] as const;
export const cardTypes = ['none', 'virtual', 'plastic'] as const;

export const zPersonDetails = wire({
  firstName: ['FirstName', zLine(70)],
  lastName: ['LastName', zLine(70)],
  dateOfBirth: ['DateOfBirth', zBirth],
  citizenship: ['CountryCitizenship', zCountry],
  residence: ['CountryOfResidence', zCountry],
});
export type PersonDetails = z.output<typeof zPersonDetails>;

export const zCompanyDetails = wire({
  name: ['CompanyName', zLine(140)],
  registrationNumber: ['RegistrationNumber', zLine(35)],
  country: ['Country', zCountry],
});
export type CompanyDetails = z.output<typeof zCompanyDetails>;

export const zAccountChoice = wire({
  accountType: ['AccountType', z.enum(accountTypes)],
  cardType: ['CardType', z.enum(cardTypes)],
});
export type AccountChoice = z.output<typeof zAccountChoice>;

export const zResidentialAddress = wire({
  line1: ['PhysicalAddressLine1', zLine(70)],
  line2: ['PhysicalAddressLine2', zLine(70).nullable()],
  postCode: ['PhysicalAddressPostalCode', zLine(16)],
  town: ['PhysicalAddressCity', zLine(35)],
  country: ['PhysicalAddressCountry', zCountry],
});
export type ResidentialAddress = z.output<typeof zResidentialAddress>;

/** Where a code was sent and when another may be requested. `code` is filled in only in sandbox mode. */
export const zSentCode = wire({
  sentTo: ['SentTo', z.string()],
  /** Seconds until another may be requested. */
  resendIn: ['ResendIn', z.number().int()],
  /** Seconds until this one expires. */
  expiresIn: ['ExpiresIn', z.number().int()],
  code: ['Code', zCode.optional()],
});
export type SentCode = z.output<typeof zSentCode>;

/** The state of the identity check: not submitted, with the provider, to be repeated, done. */
export const identityCheckStates = ['NOT_STARTED', 'IN_REVIEW', 'RETRY', 'APPROVED', 'DECLINED'] as const;

/** Everything entered so far, so that no one has to type anything twice, in any browser. */
export const zOnboarding = wire({
  kind: ['Kind', z.enum(clientKinds)],
  email: ['Email', z.string()],
  /** Confirmed by code or link; a draft with other data missing stays a draft until it is entered. */
  emailConfirmed: ['EmailConfirmed', z.boolean()],
  phone: ['Phone', z.string()],
  person: ['Person', zPersonDetails.nullable()],
  company: ['Company', zCompanyDetails.nullable()],
  account: ['Account', zAccountChoice.nullable()],
  address: ['Address', zResidentialAddress.nullable()],
  termsAcceptedAt: ['TermsAcceptedAt', zTime.nullable()],
  identityCheck: ['IdentityCheck', z.enum(identityCheckStates)],
  /** Messages do not leave the sandbox: emails and SMS are at `/sandbox/outbox`. */
  hasOutbox: ['Outbox', z.boolean()],
});
export type Onboarding = z.output<typeof zOnboarding>;

export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/registrations',
  tag: 'Onboarding',
  summary:
    'Register with email, password and phone; opens a session of a client in DRAFT and sends a code by email',
  access: 'public',
  presence: 'open',
  body: wire({
    email: ['Email', zEmail],
    password: ['Password', zNewPassword],
    phone: ['Phone', zPhone],
    kind: ['Kind', z.enum(clientKinds)],
  }),
  response: zToken,
  status: 201,
});

export const getOnboarding = endpoint({
  id: 'getOnboarding',
  method: 'GET',
  path: '/onboarding',
  tag: 'Onboarding',
  summary: 'Read what the applicant has entered',
  access: 'client',
  presence: 'required',
  response: zOnboarding,
});

export const savePerson = endpoint({
  id: 'savePerson',
  method: 'PUT',
  path: '/onboarding/person',
  tag: 'Onboarding',
  summary: 'Enter the personal details (DRAFT)',
  access: 'client',
  presence: 'required',
  body: zPersonDetails,
  response: zOnboarding,
});

export const saveCompany = endpoint({
  id: 'saveCompany',
  method: 'PUT',
  path: '/onboarding/company',
  tag: 'Onboarding',
  summary: 'Enter the company (DRAFT, registered as a company)',
  access: 'client',
  presence: 'required',
  body: zCompanyDetails,
  response: zOnboarding,
});

export const sendEmailCode = endpoint({
  id: 'sendEmailCode',
  method: 'POST',
  path: '/onboarding/email-code',
  tag: 'Onboarding',
  summary: 'Send or resend the code by email; an address in the body replaces the current one (DRAFT)',
  access: 'client',
  presence: 'required',
  body: wire({ email: ['Email', zEmail.optional()] }),
  response: zSentCode,
});

export const confirmEmail = endpoint({
  id: 'confirmEmail',
  method: 'POST',
  path: '/onboarding/email-confirmation',
  tag: 'Onboarding',
  summary: 'Confirm the email with the code: DRAFT becomes EMAIL_CONFIRMED',
  access: 'client',
  presence: 'required',
  body: wire({ code: ['Code', zCode] }),
  response: zOnboarding,
});

export const confirmEmailByLink = endpoint({
  id: 'confirmEmailByLink',
  method: 'POST',
  path: '/registrations/email-confirmation',
  tag: 'Onboarding',
  summary: 'Confirm the email with the emailed link, in any browser',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', z.string().max(200)] }),
  response: wire({ email: ['Email', z.string()] }),
});

export const sendPhoneCode = endpoint({
  id: 'sendPhoneCode',
  method: 'POST',
  path: '/onboarding/phone-code',
  tag: 'Onboarding',
  summary: 'Send or resend the code by SMS; a number in the body replaces the current one (EMAIL_CONFIRMED)',
  access: 'client',
  presence: 'required',
  body: wire({ phone: ['Phone', zPhone.optional()] }),
  response: zSentCode,
});

export const confirmPhone = endpoint({
  id: 'confirmPhone',
  method: 'POST',
  path: '/onboarding/phone-confirmation',
  tag: 'Onboarding',
  summary: 'Confirm the phone with the code: EMAIL_CONFIRMED becomes SMS_CONFIRMED',
  access: 'client',
  presence: 'required',
  body: wire({ code: ['Code', zCode] }),
  response: zOnboarding,
});

export const saveAccountChoice = endpoint({
  id: 'saveAccountChoice',
  method: 'PUT',
  path: '/onboarding/account',
  tag: 'Onboarding',
  summary: 'Step 1 of the account: account type and card (SMS_CONFIRMED)',
  access: 'client',
  presence: 'required',
  body: zAccountChoice,
  response: zOnboarding,
});

export const saveResidentialAddress = endpoint({
  id: 'saveResidentialAddress',
  method: 'PUT',
  path: '/onboarding/address',
  tag: 'Onboarding',
  summary: 'Step 2 of the account: home address (SMS_CONFIRMED)',
  access: 'client',
  presence: 'required',
  body: zResidentialAddress,
  response: zOnboarding,
});

export const acceptOnboardingTerms = endpoint({
  id: 'acceptOnboardingTerms',
  method: 'PUT',
  path: '/onboarding/terms',
  tag: 'Onboarding',
  summary: 'Step 3 of the account: terms and fees; sets AccountType (SMS_CONFIRMED)',
  access: 'client',
  presence: 'required',
  body: wire({
    /** The version of the main terms shown. */
    version: ['Version', z.string().max(8)],
    /** The version of the card terms shown; only with a card. */
    cardVersion: ['CardVersion', z.string().max(8).optional()],
    feesAccepted: ['FeesAccepted', z.literal(true)],
  }),
  response: zOnboarding,
});
