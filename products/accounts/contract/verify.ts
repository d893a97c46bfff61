/**
 * Verification of documents issued by the bank, for anyone who has received one. The answer says only whether the bank issued it and whether a later
 * version has replaced it, in the same form for every request.
 */

import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** Documents that carry a code. */
export const issuedKinds = ['PAYMENT_CONFIRMATION', 'REQUISITES', 'STATEMENT', 'BALANCES', 'YEAR'] as const;
export type IssuedKind = (typeof issuedKinds)[number];

const verifying = { method: 'GET', tag: 'Documents', access: 'public', presence: 'open' } as const;
const zVerdict = wire({
  isIssued: ['IsIssued', z.boolean()],
  /** The bank has made a later version. This one is still genuine. */
  isReplaced: ['IsReplaced', z.boolean()],
});
export type DocumentVerdict = z.output<typeof zVerdict>;

/** A code proves that the bank issued a document, not that the copy at hand is unchanged. */
export const verifyCode = endpoint({
  ...verifying,
  id: 'verifyCode',
  path: '/verify/codes/{code}',
  summary: 'Tell whether the bank issued a document with this code',
  params: z.strictObject({ code: z.string().max(200) }),
  response: zVerdict,
});

/** `sha256`: of the whole file, in hexadecimal. The file itself is not sent. */
export const verifyFile = endpoint({
  ...verifying,
  id: 'verifyFile',
  path: '/verify/files/{sha256}',
  summary: 'Tell whether the bank issued exactly this file',
  params: z.strictObject({ sha256: z.string().max(200) }),
  response: zVerdict,
});
