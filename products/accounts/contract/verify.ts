/**
 * Verification of documents that the bank issued, for anyone who was handed one. The answer says whether the bank issued it and whether a later
 * version has replaced it, and nothing else, in the same form for everything that can be asked.
 */

import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** What carries a code. */
export const issuedKinds = ['PAYMENT_CONFIRMATION', 'REQUISITES', 'STATEMENT', 'BALANCES', 'YEAR'] as const;
export type IssuedKind = (typeof issuedKinds)[number];

const verifying = { method: 'GET', tag: 'Documents', access: 'public', presence: 'open' } as const;
const zVerdict = wire({
  isIssued: ['IsIssued', z.boolean()],
  /** The bank made a later version of it. This one is still the bank's. */
  isReplaced: ['IsReplaced', z.boolean()],
});
export type DocumentVerdict = z.output<typeof zVerdict>;

/** A code says that the bank issued a document, not that the copy at hand is unchanged. */
export const verifyCode = endpoint({
  ...verifying,
  id: 'verifyCode',
  path: '/verify/codes/{code}',
  summary: 'Tell whether the bank issued a document with this code',
  params: z.strictObject({ code: z.string().max(200) }),
  response: zVerdict,
});

/** `sha256`: of the whole file, in hexadecimal. The file stays with the person who asks. */
export const verifyFile = endpoint({
  ...verifying,
  id: 'verifyFile',
  path: '/verify/files/{sha256}',
  summary: 'Tell whether the bank issued exactly this file',
  params: z.strictObject({ sha256: z.string().max(200) }),
  response: zVerdict,
});
