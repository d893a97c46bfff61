/**
 * The activity log of a profile: who did what, when and from where. Entries never change. The own profile's log also shows what the
 * person did for their own security while acting for a company; a company's log omits that.
 */

import {
  pageQuery,
  zAmount,
  zCurrency,
  zId,
  zPage,
  zPeriodBound,
  zTime,
  zTimeZone,
} from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { languages } from '../../identity/contract/identity.ts';

/** The kind of action; `other`: there is no sentence for it yet. */
export const activityKinds = [
  'payments',
  'payees',
  'approvals',
  'people',
  'connections',
  'cards',
  'crypto',
  'profile',
  'security',
  'other',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activitySubjects = ['payment', 'order', 'payee', 'approval', 'account'] as const;
export type ActivitySubject = (typeof activitySubjects)[number];

export const zActivity = wire({
  id: ['Id', zId],
  at: ['At', zTime],
  kind: ['Kind', z.enum(activityKinds)],
  /** A plain sentence in the caller's language. */
  text: ['Text', z.string()],
  /** The acting person; null: the bank. */
  person: ['Person', wire({ id: ['Id', zId], name: ['Name', z.string()] }).nullable()],
  /** The profile that the person acted for, if it was another than this one. */
  profileName: ['ProfileName', z.string().nullable()],
  /** The IP address of the action; null without a browser. */
  ip: ['Ip', z.string().nullable()],
  browser: ['Browser', z.string().nullable()],
  system: ['System', z.string().nullable()],
  /** The amount of the action, if there is a single one. */
  amount: ['Amount', zAmount.nullable()],
  currency: ['Currency', zCurrency.nullable()],
  /** The subject of the action, if it can be opened. */
  subject: ['Subject', wire({ kind: ['Kind', z.enum(activitySubjects)], id: ['Id', zId] }).nullable()],
});
export type Activity = z.output<typeof zActivity>;

const filters = {
  person: zId.optional(),
  kind: z.enum(activityKinds).optional(),
  from: zPeriodBound.optional(),
  to: zPeriodBound.optional(),
};

export const listActivity = endpoint({
  id: 'listActivity',
  method: 'GET',
  path: '/activity',
  tag: 'Activity',
  summary: 'List the activity log of the profile, newest first',
  access: 'client',
  presence: 'required',
  right: 'is_boss',
  query: z.strictObject({ ...pageQuery, ...filters }),
  response: zPage(zActivity),
});

/** Maximum number of lines of an export, the newest. */
export const activityExportMax = 10_000;

export const exportActivity = endpoint({
  id: 'exportActivity',
  method: 'GET',
  path: '/activity/export',
  tag: 'Activity',
  summary: 'Export the newest 10,000 entries of the activity log as CSV',
  access: 'client',
  presence: 'required',
  right: 'is_boss',
  query: z.strictObject({ ...filters, locale: z.enum(languages), timeZone: zTimeZone }),
  download: 'text/csv; charset=utf-8',
});
