/**
 * Receipts of transactions: up to three files for a row of the payments list. Cards require them (`CardReceiptRules`); on other rows they are kept
 * for bookkeeping. Anyone who may see the row may see its receipts. Source: server page sections 8 and 10.
 */

import { zDate, zId, zIdParam, zLine } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { documentTypes, zDocument } from '../../accounts/contract/documents.ts';

/** Maximum number per transaction. */
export const receiptsMost = 3;

export const receiptStatuses = ['NOT_NEEDED', 'MISSING', 'ATTACHED'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

export const zReceipts = wire({
  status: ['Status', z.enum(receiptStatuses)],
  /** For a missing one: the last day to attach it before the card is locked; null: the card is not locked for it. */
  dueOn: ['DueOn', zDate.nullable()],
  /** Whether the day has passed, so that the card is locked until it is attached. */
  isOverdue: ['IsOverdue', z.boolean()],
  items: ['Items', z.array(zDocument)],
  /** Whether the caller may attach and remove them. */
  canChange: ['CanChange', z.boolean()],
});
export type Receipts = z.output<typeof zReceipts>;

const ofRow = { tag: 'Payments', access: 'active', presence: 'required' } as const;
const zReceiptParams = z.strictObject({ id: zId, documentId: zId });

export const listReceipts = endpoint({
  ...ofRow,
  id: 'listReceipts',
  method: 'GET',
  path: '/transactions/receipts/{id}',
  summary: 'List the receipts of a transaction, and whether one is missing',
  params: zIdParam,
  response: zReceipts,
});

export const attachReceipt = endpoint({
  ...ofRow,
  id: 'attachReceipt',
  method: 'POST',
  path: '/transactions/receipts/{id}',
  summary:
    'Attach a receipt to a transaction: PDF, PNG or JPEG, up to 10 MB, three of them; the person who paid, or who may make such payments',
  upload: true,
  params: zIdParam,
  body: wire({
    fileName: ['FileName', zLine(200).default('receipt')],
    /** The file in base64 (RFC 4648, section 4), padded. */
    content: ['FileBody', z.string().min(1)],
  }),
  response: zDocument,
  status: 201,
});

export const removeReceipt = endpoint({
  ...ofRow,
  id: 'removeReceipt',
  method: 'DELETE',
  path: '/transactions/receipts/{id}/{documentId}',
  summary: 'Remove a receipt from a transaction and delete its file',
  params: zReceiptParams,
});

export const getReceipt = endpoint({
  ...ofRow,
  id: 'getReceipt',
  method: 'GET',
  path: '/transactions/receipts/{id}/{documentId}',
  summary: 'Read a receipt with its content',
  params: zReceiptParams,
  response: wire({
    fileName: ['FileName', z.string()],
    mediaType: ['MimeType', z.enum(documentTypes)],
    content: ['FileBody', z.string()],
  }),
});
