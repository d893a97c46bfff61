/**
 * Documents: a file that a client uploads (a utility bill, an invoice). It is uploaded first and then referenced by its id; an unused
 * one is deleted after a day. Content is base64 in JSON, as in the specification's media calls (section 3, media download response:
 * MimeType, FileBody).
 */

import {
  pageQuery,
  zDate,
  zId,
  zIdParam,
  zLine,
  zPage,
  zTime,
  zTimeZone,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** Document types, recognised by content and never by name. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type DocumentType = (typeof documentTypes)[number];

export const documentMaxBytes = 10 * 1024 * 1024;

export const zDocument = wire({
  id: ['Id', zId],
  fileName: ['FileName', z.string()],
  mediaType: ['MimeType', z.enum(documentTypes)],
  sizeBytes: ['Size', z.number().int()],
  createdAt: ['CreatedAt', zTime],
});
export type Document = z.output<typeof zDocument>;

export const uploadDocument = endpoint({
  id: 'uploadDocument',
  method: 'POST',
  path: '/documents',
  tag: 'Documents',
  summary: 'Upload a PDF, PNG or JPEG, up to 10 MB; the file is rewritten, pictures without metadata',
  access: 'client',
  presence: 'open',
  upload: true,
  body: wire({
    fileName: ['FileName', zLine(200)],
    /** The file in base64 (RFC 4648, section 4), padded. */
    content: ['FileBody', z.string().min(1)],
  }),
  response: zDocument,
  status: 201,
});

export const deleteDocument = endpoint({
  id: 'deleteDocument',
  method: 'DELETE',
  path: '/documents/{id}',
  tag: 'Documents',
  summary: 'Delete a document that the caller has uploaded and that nothing names yet',
  access: 'client',
  presence: 'open',
  params: zIdParam,
});

export const getDocument = endpoint({
  id: 'getDocument',
  method: 'GET',
  path: '/documents/{id}',
  tag: 'Documents',
  summary: 'Read a document with its content',
  access: 'client',
  presence: 'required',
  right: 'can_view_documents',
  params: zIdParam,
  response: wire({
    fileName: ['FileName', z.string()],
    mediaType: ['MimeType', z.enum(documentTypes)],
    content: ['FileBody', z.string()],
  }),
});

/** What a listed document belongs to: a payment, a payee and so on. */
export const listedKinds = ['PAYMENT', 'RECEIPT', 'PAYEE', 'REQUEST', 'DISPUTE', 'ADDRESS'] as const;
export type ListedKind = (typeof listedKinds)[number];

export const zListedDocument = wire({
  id: ['Id', zId],
  kind: ['Kind', z.enum(listedKinds)],
  fileName: ['FileName', z.string()],
  mediaType: ['MimeType', z.enum(documentTypes)],
  sizeBytes: ['Size', z.number().int()],
  createdAt: ['CreatedAt', zTime],
  /** The payment, payee or request that it belongs to; null if there is none to show. */
  subjectId: ['SubjectId', zId.nullable()],
  /** The name of that: a payment's number, a payee's or payer's name. */
  about: ['About', z.string()],
  /** The person's name; null for a deleted person. */
  uploadedBy: ['UploadedBy', z.string().nullable()],
});
export type ListedDocument = z.output<typeof zListedDocument>;

/** Identity documents are never listed. Documents of confidential payouts are listed only for members who may see those. */
export const listDocuments = endpoint({
  id: 'listDocuments',
  method: 'GET',
  path: '/documents',
  tag: 'Documents',
  summary: 'List uploaded documents, newest first',
  access: 'active',
  presence: 'required',
  right: 'can_view_documents',
  query: z.strictObject({
    ...pageQuery,
    kind: z.enum(listedKinds).optional(),
    subjectId: zId.optional(),
    from: zDate.optional(),
    to: zDate.optional(),
    timeZone: zTimeZone,
    search: z.string().max(100).optional(),
  }),
  response: zPage(zListedDocument),
});

/** The original file of any listed document. */
export const downloadDocument = endpoint({
  id: 'downloadDocument',
  method: 'GET',
  path: '/documents/{id}/file',
  tag: 'Documents',
  summary: 'Download a listed document',
  access: 'active',
  presence: 'required',
  right: 'can_view_documents',
  params: zIdParam,
  download: 'application/octet-stream',
});
