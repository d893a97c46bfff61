/**
 * Changes of the client's own data: the bank decides on a new address; a code confirms a new phone or email, and the old one can undo that; language
 * and theme are stored. Source: specification sections 2, 3, 5 (change address), 9 (locales, theme); server page sections 3 and 12.
 */

import {
  pageQuery,
  zCountry,
  zCountryOr,
  zId,
  zIdParam,
  zLine,
  zPage,
  zPlain,
  zTime,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zDocument } from '../../accounts/contract/documents.ts';
import { languages, themes, zClient } from '../../identity/contract/identity.ts';

export const addressChangeStates = ['WAITING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const;

const addressFields = {
  country: ['Country', zCountry],
  town: ['City', zLine(35)],
  line: ['Address', zLine(70)],
  postCode: ['PostCode', zLine(16)],
} as const;

/** The same fields in a request: the specification has a sentence for each missing one (section 5). */
const requiredAddress = {
  country: ['Country', zCountryOr('country_missing')],
  town: ['City', zLine(35, 'city_missing')],
  line: ['Address', zLine(70, 'address_missing')],
  postCode: ['PostCode', zLine(16, 'post_code_missing')],
} as const;

export const zAddressChange = wire({
  id: ['Id', zId],
  ...addressFields,
  reason: ['Reason', z.string().nullable()],
  documents: ['Documents', z.array(zDocument)],
  state: ['State', z.enum(addressChangeStates)],
  /** The bank's comment on its decision. */
  comment: ['Comment', z.string().nullable()],
  createdAt: ['CreatedAt', zTime],
  decidedAt: ['DecidedAt', zTime.nullable()],
});
export type AddressChange = z.output<typeof zAddressChange>;

export const requestAddressChange = endpoint({
  id: 'requestAddressChange',
  method: 'POST',
  path: '/addresschanges',
  tag: 'Profile',
  summary: 'Submit a change of address with supporting documents for the bank to decide; one at a time',
  access: 'active',
  presence: 'own',
  right: 'is_boss',
  twoFactor: 'always',
  idempotent: true,
  body: wire({
    ...requiredAddress,
    reason: ['Reason', zLine(140).optional()],
    /** Ids of uploaded documents: a utility bill, a bank reference, a bank account statement. */
    documentIds: ['Documents', z.array(zId, 'document_missing').min(1, 'document_missing').max(5)],
  }),
  response: zAddressChange,
  status: 201,
});
export type AddressChangeInput = z.output<(typeof requestAddressChange)['body']>;

export const listAddressChanges = endpoint({
  id: 'listAddressChanges',
  method: 'GET',
  path: '/addresschanges',
  tag: 'Profile',
  summary: 'List the submitted changes of address, newest first',
  access: 'client',
  presence: 'required',
  query: z.strictObject(pageQuery),
  response: zPage(zAddressChange),
});

export const withdrawAddressChange = endpoint({
  id: 'withdrawAddressChange',
  method: 'DELETE',
  path: '/addresschanges/{id}',
  tag: 'Profile',
  summary: 'Withdraw a submitted change',
  access: 'client',
  presence: 'required',
  right: 'is_boss',
  params: zIdParam,
});

/** A pending new phone or email, to which the code was sent. `code` is filled in only in sandbox mode. */
export const zContactChange = wire({
  id: ['Id', zId],
  kind: ['Kind', z.enum(['email', 'phone'])],
  sentTo: ['SentTo', z.string()],
  /** Seconds until another code may be requested. */
  resendIn: ['ResendIn', z.number().int()],
  /** Seconds until this one expires. */
  expiresIn: ['ExpiresIn', z.number().int()],
  code: ['Code', z.string().optional()],
});
export type ContactChange = z.output<typeof zContactChange>;

export const requestContactChange = endpoint({
  id: 'requestContactChange',
  method: 'POST',
  path: '/contactchanges',
  tag: 'Profile',
  summary: 'Start a change of email or phone, confirmed by a current factor; a code is sent to the new one',
  access: 'active',
  presence: 'own',
  twoFactor: 'always',
  body: wire({ kind: ['Kind', z.enum(['email', 'phone'])], value: ['Value', zPlain.max(254)] }),
  response: zContactChange,
  status: 201,
});

export const resendContactCode = endpoint({
  id: 'resendContactCode',
  method: 'POST',
  path: '/contactchanges/{id}/code',
  tag: 'Profile',
  summary: 'Resend the code to the new email or phone after its countdown',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  response: zContactChange,
});

export const confirmContactChange = endpoint({
  id: 'confirmContactChange',
  method: 'POST',
  path: '/contactchanges/{id}/confirmation',
  tag: 'Profile',
  summary:
    'Confirm the new email or phone with its code; the old one is notified and can undo the change for a day',
  access: 'active',
  presence: 'required',
  params: zIdParam,
  body: wire({ code: ['Code', z.string().regex(/^[0-9]{6}$/)] }),
  response: zClient,
});

export const undoContactChange = endpoint({
  id: 'undoContactChange',
  method: 'POST',
  path: '/contactchanges/undo',
  tag: 'Profile',
  summary: 'Undo a change of email or phone with the link sent to the old one; ends all sessions',
  access: 'public',
  presence: 'open',
  body: wire({ token: ['Token', z.string().max(200)] }),
  response: wire({ kind: ['Kind', z.enum(['email', 'phone'])] }),
});

export const savePreferences = endpoint({
  id: 'savePreferences',
  method: 'PUT',
  path: '/preferences',
  tag: 'Profile',
  summary: 'Save the language and theme of the person for all devices and emails',
  access: 'client',
  presence: 'open',
  body: wire({
    language: ['Language', z.enum(languages).optional()],
    theme: ['Theme', z.enum(themes).optional()],
  }),
});

export const zTermsAcceptance = wire({
  product: ['Product', z.string()],
  version: ['Version', z.string()],
  acceptedAt: ['AcceptedAt', zTime],
  /** Name of the person who accepted. */
  acceptedBy: ['AcceptedBy', z.string()],
});
export type TermsAcceptance = z.output<typeof zTermsAcceptance>;

export const listTermsAcceptances = endpoint({
  id: 'listTermsAcceptances',
  method: 'GET',
  path: '/accessmgmt/termsconditions',
  tag: 'Client',
  summary: 'List the accepted terms with person and time, newest first',
  access: 'client',
  presence: 'required',
  query: z.strictObject(pageQuery),
  response: zPage(zTermsAcceptance),
});
