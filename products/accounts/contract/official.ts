/**
 * Official statements: made by the bank when a month has ended, one for each account, card and wallet, numbered and kept. They never change: a
 * correction is a further version that names the one it replaces, and every version is kept. The month is that of the bank's time zone.
 * Source: server page section 6.
 */

import { zAmount, zDate, zId, zIdParam, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** Why there is a further version: entries of the month came later, or the bank corrected the statement. */
export const restatementCauses = ['ENTRIES', 'CORRECTION'] as const;

export const zOfficialStatement = wire({
  id: ['Id', zId],
  /** `2026/10`: numbered by account and year, and shared by all versions. */
  number: ['Number', z.string()],
  version: ['Version', z.number().int()],
  from: ['From', zDate],
  to: ['To', zDate],
  timeZone: ['TimeZone', z.string()],
  openingBalance: ['OpeningBalance', zAmount],
  closingBalance: ['ClosingBalance', zAmount],
  madeAt: ['MadeAt', zTime],
  /** A later version has replaced it. */
  isReplaced: ['IsReplaced', z.boolean()],
  /** Null for the first version. */
  cause: ['Cause', z.enum(restatementCauses).nullable()],
  /** The bank's explanation of a correction. */
  reason: ['Reason', z.string().nullable()],
  /** SHA-256 of the file, in hexadecimal. */
  sha256: ['Sha256', z.string()],
});
export type OfficialStatement = z.output<typeof zOfficialStatement>;

const reading = {
  method: 'GET',
  tag: 'Statements',
  access: 'active',
  presence: 'required',
  right: 'can_view_statements',
  params: zIdParam,
} as const;

export const listOfficialStatements = endpoint({
  ...reading,
  id: 'listOfficialStatements',
  path: '/statements/official/{id}',
  summary: 'List the official statements of an account with all versions, newest first',
  response: wire({ statements: ['Statements', z.array(zOfficialStatement)] }),
});

/** The stored PDF. Without the right to confidential payouts, the version in which a payout is one line. */
export const downloadOfficialStatement = endpoint({
  ...reading,
  id: 'downloadOfficialStatement',
  path: '/statements/official/{id}/file',
  summary: 'Download an official statement',
  download: 'application/pdf',
});
