/**
 * Checks of payees: whether the name belongs to the account, and the client's documents about the payee. Source: server page section 7;
 * Regulation (EU) 2024/886, article 5c (verification of payee); specification section 3 (beneficiary document).
 */

import { pageQuery, zId, zIdParam, zLine, zPage, zPlain, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { documentTypes } from '../../accounts/contract/documents.ts';

/**
 * What the account's bank says of a name. `cannot_be_checked`: no one could be asked, and asking again does not help;
 * `temporarily_unavailable`: try again.
 */
export const nameCheckResults = [
  'match',
  'close_match',
  'no_match',
  'cannot_be_checked',
  'temporarily_unavailable',
] as const;
export type NameCheckResult = (typeof nameCheckResults)[number];

export const zNameCheck = wire({
  result: ['result', z.enum(nameCheckResults)],
  /** Of a close match: the name the account is kept under. */
  suggestedName: ['suggested_name', z.string().nullable()],
  checkedAt: ['checked_at', zTime],
});
export type NameCheck = z.output<typeof zNameCheck>;

export const checkName = endpoint({
  id: 'checkName',
  method: 'POST',
  path: '/beneficiaries/name-check',
  tag: 'Beneficiaries',
  summary: 'Check whether an account is held under a name; attempts are limited per account and person',
  access: 'active',
  presence: 'required',
  right: 'can_create_benef',
  body: wire({
    name: ['Name', zLine(140)],
    iban: ['iban', zPlain.max(50)],
  }),
  response: wire({
    check: ['name_check', zNameCheck],
    /** The client's other payees with this account, by name. */
    sharedWith: ['SharedWith', z.array(z.string())],
  }),
});
export type NameChecked = z.output<(typeof checkName)['response']>;

/** PRINCIPAL: what shows who the payee is; SECONDARY: what else belongs to it, a contract or an invoice. */
export const documentKinds = ['PRINCIPAL', 'SECONDARY'] as const;
export type DocumentKind = (typeof documentKinds)[number];

const zPayeeDocument = wire({
  id: ['Id', zId],
  kind: ['DocumentKind', z.enum(documentKinds)],
  fileName: ['FileName', z.string()],
  mediaType: ['MimeType', z.enum(documentTypes)],
  sizeBytes: ['Size', z.number().int()],
  createdAt: ['CreatedAt', zTime],
});
export type PayeeDocument = z.output<typeof zPayeeDocument>;

export const addPayeeDocument = endpoint({
  id: 'addPayeeDocument',
  method: 'POST',
  path: '/beneficiaries/media/{id}',
  tag: 'Beneficiaries',
  summary: 'Add a document about a payee: PDF, PNG or JPEG, up to 10 MB',
  access: 'active',
  presence: 'required',
  right: 'can_create_benef',
  upload: true,
  params: zIdParam,
  body: wire({
    kind: ['DocumentKind', z.enum(documentKinds)],
    fileName: ['FileName', zLine(200).default('document')],
    /** The file in base64 (RFC 4648, section 4), padded. */
    content: ['FileBody', z.string().min(1)],
  }),
  response: zPayeeDocument,
  status: 201,
});

export const listPayeeDocuments = endpoint({
  id: 'listPayeeDocuments',
  method: 'GET',
  path: '/beneficiaries/media/{id}',
  tag: 'Beneficiaries',
  summary: 'List the documents about a payee, newest first; `GET /documents/{id}` returns the files',
  access: 'active',
  presence: 'required',
  right: 'can_view_documents',
  params: zIdParam,
  query: z.strictObject(pageQuery),
  response: zPage(zPayeeDocument),
});
