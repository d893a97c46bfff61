/** What staff and system did. HISTORY and SUPER read everything, others their own acts. */
import { zId, zTime } from '@calmly/contract-kit/common.ts';
import { staffEndpoint } from '@calmly/contract-kit/staff.ts';
import { z } from 'zod';

const audit = { tag: 'Audit' } as const;

export const zAuditRow = z.strictObject({
  id: zId,
  at: zTime,
  /** `staff.signed_in`. */
  action: z.string(),
  /** Who acted: one of the bank's people, or the system's part. */
  staff: z.strictObject({ id: zId, name: z.string() }).nullable(),
  actor: z.string().nullable(),
  client: z.strictObject({ id: zId, name: z.string() }).nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type AuditRow = z.output<typeof zAuditRow>;

export const listAudit = staffEndpoint({
  ...audit,
  id: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'List what staff and system did, newest first',
  roles: 'all',
  query: z.strictObject({
    before: zId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    person: zId.optional(),
    client: zId.optional(),
    /** The beginning of an action: `staff.`. */
    action: z
      .string()
      .regex(/^[a-z_.]{1,60}$/)
      .optional(),
  }),
  response: z.strictObject({ items: z.array(zAuditRow), next: zId.nullable() }),
});
