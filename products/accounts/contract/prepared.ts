/**
 * Statement files made in the background: long statements, and archives with many entries. A person orders one, follows its progress and downloads it
 * until it expires. It belongs to that person alone.
 */

import { zDate, zId, zIdParam, zTime, zTimeZone } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { languages } from '../../identity/contract/identity.ts';
import { statementFormats } from './statements.ts';

export const preparedStates = ['WAITING', 'RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'] as const;

/** Why there is no file: rights were lost, it would be too large, there was no space for it, or its run was interrupted too often. */
export const preparedFaults = ['RIGHTS', 'TOO_LARGE', 'FULL', 'STOPPED'] as const;

export const zPreparedFile = wire({
  id: ['Id', zId],
  /** Null: all accounts. */
  accountId: ['AccountId', zId.nullable()],
  from: ['From', zDate],
  to: ['To', zDate],
  format: ['Format', z.enum(statementFormats)],
  state: ['State', z.enum(preparedStates)],
  /** In percent; 100 only when the file is ready. */
  progress: ['Progress', z.number().int().min(0).max(100)],
  fault: ['Fault', z.enum(preparedFaults).nullable()],
  size: ['Size', z.number().int().nullable()],
  createdAt: ['CreatedAt', zTime],
  /** Only for a file that is ready. */
  expiresAt: ['ExpiresAt', zTime.nullable()],
});
export type PreparedFile = z.output<typeof zPreparedFile>;

const prepared = {
  tag: 'Statements',
  access: 'active',
  presence: 'required',
  right: 'can_view_statements',
} as const;
const period = { from: zDate, to: zDate, timeZone: zTimeZone };

/** Whether a file can be downloaded at once or should be prepared. Without an account: for all accounts. */
export const getStatementSize = endpoint({
  ...prepared,
  method: 'GET',
  id: 'getStatementSize',
  path: '/statements/size',
  summary: 'Count the entries of a statement, or of all statements, in a period',
  query: z.strictObject({ ...period, accountId: zId.optional() }),
  response: wire({
    entries: ['Entries', z.number().int()],
    /** Whether to prepare it in the background. */
    isLong: ['IsLong', z.boolean()],
  }),
});

/** If the same file is already being made, that one is returned. */
export const prepareStatements = endpoint({
  ...prepared,
  method: 'POST',
  id: 'prepareStatements',
  path: '/statements/prepared',
  summary: 'Prepare a statement, or an archive of all, in the background',
  body: wire({
    accountId: ['AccountId', zId.nullable()],
    from: ['From', zDate],
    to: ['To', zDate],
    timeZone: ['TimeZone', zTimeZone],
    format: ['Format', z.enum(statementFormats)],
    locale: ['Locale', z.enum(languages)],
  }),
  response: zPreparedFile,
  status: 201,
});
export type PreparedOrder = z.output<(typeof prepareStatements)['body']>;

export const listPreparedFiles = endpoint({
  ...prepared,
  method: 'GET',
  id: 'listPreparedFiles',
  path: '/statements/prepared',
  summary: 'List this person’s prepared files of the last 30 days, newest first',
  response: wire({
    files: ['Files', z.array(zPreparedFile)],
    /** Number of days that a file is kept. */
    keptDays: ['KeptDays', z.number().int()],
  }),
});

/** Cancels a file that is being made, or deletes one that is ready. */
export const removePreparedFile = endpoint({
  ...prepared,
  method: 'DELETE',
  id: 'removePreparedFile',
  path: '/statements/prepared/{id}',
  summary: 'Cancel or delete a prepared file',
  params: zIdParam,
});

/** Rights are checked again: a file with content that the person may no longer see is refused. */
export const downloadPreparedFile = endpoint({
  ...prepared,
  method: 'GET',
  id: 'downloadPreparedFile',
  path: '/statements/prepared/{id}/file',
  summary: 'Download a prepared file',
  params: zIdParam,
  download: 'application/octet-stream',
});
