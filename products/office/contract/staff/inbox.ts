/** The inbox: one list over all queues of the bank's modules, an item with the facts to decide it, and the decision. */
import { zId, zTime } from '@calmly/contract-kit/common.ts';
import { staffEndpoint } from '@calmly/contract-kit/staff.ts';
import { z } from 'zod';
import { zReason } from './session.ts';

const inbox = { tag: 'Inbox' } as const;

const zQueueName = z.string().regex(/^[a-z][a-z-]{1,40}$/);
const zItemParams = z.strictObject({ queue: zQueueName, id: zId });
const zPersonName = z.strictObject({ id: zId, name: z.string() });

/** `read`: the items can be opened, not decided. */
export const queueAccesses = ['decide', 'read'] as const;

export const zQueue = z.strictObject({
  queue: z.string(),
  access: z.enum(queueAccesses),
  /** `failed`: the queue cannot be read now; it is not empty. */
  state: z.enum(['ok', 'failed']),
  /** Waiting items, at most a thousand are counted; null if it failed. */
  count: z.number().int().nullable(),
  oldest: zTime.nullable(),
  /** How many the reader has taken. */
  mine: z.number().int(),
});
export type InboxQueue = z.output<typeof zQueue>;

export const listQueues = staffEndpoint({
  ...inbox,
  id: 'listQueues',
  method: 'GET',
  path: '/inbox/queues',
  summary: 'Count the waiting items of each queue that the reader’s roles may see',
  roles: 'all',
  response: z.strictObject({
    queues: z.array(zQueue),
    /** Proposals that wait for the reader. */
    proposals: z.number().int(),
  }),
});

const item = {
  queue: z.string(),
  id: zId,
  client: z.strictObject({ id: zId, name: z.string() }).nullable(),
  since: zTime,
  subject: z.string(),
  claimedBy: zPersonName.nullable(),
} as const;

export const zInboxItem = z.strictObject(item);
export type InboxItem = z.output<typeof zInboxItem>;

export const listInboxItems = staffEndpoint({
  ...inbox,
  id: 'listInboxItems',
  method: 'GET',
  path: '/inbox/queues/{queue}/items',
  summary: 'List the waiting items of a queue, oldest first',
  roles: 'all',
  params: z.strictObject({ queue: zQueueName }),
  query: z.strictObject({
    after: zId.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  response: z.strictObject({
    items: z.array(zInboxItem),
    next: zId.nullable(),
    access: z.enum(queueAccesses),
  }),
});

export const listOwnItems = staffEndpoint({
  ...inbox,
  id: 'listOwnItems',
  method: 'GET',
  path: '/inbox/own',
  summary: 'List the waiting items that the reader has taken, oldest first, at most 200',
  roles: 'all',
  response: z.strictObject({ items: z.array(zInboxItem) }),
});

export const zInboxSheet = z.strictObject({
  ...item,
  /** Whether it still waits. */
  isOpen: z.boolean(),
  facts: z.array(z.strictObject({ label: z.string(), value: z.string() })),
  documents: z.array(z.strictObject({ id: zId, fileName: z.string(), bytes: z.number().int() })),
  /** The fingerprint of what is shown; a decision names it. */
  version: z.string(),
  access: z.enum(queueAccesses),
  /** What the reader may do now. */
  acts: z.array(z.enum(['approve', 'reject', 'hold'])),
  /** An approval may name the account that gets the money. */
  takesAccount: z.boolean(),
  /** The client reads the reason of a decision. */
  tellsReason: z.boolean(),
});
export type InboxSheet = z.output<typeof zInboxSheet>;

export const getInboxItem = staffEndpoint({
  ...inbox,
  id: 'getInboxItem',
  method: 'GET',
  path: '/inbox/queues/{queue}/items/{id}',
  summary: 'Read an item with the facts that decide it; audited',
  roles: 'all',
  params: zItemParams,
  response: zInboxSheet,
});

export const decideInboxItem = staffEndpoint({
  ...inbox,
  id: 'decideInboxItem',
  method: 'POST',
  path: '/inbox/queues/{queue}/items/{id}/decision',
  summary: 'Decide an item that is still what was seen',
  roles: 'all',
  freshFactor: true,
  idempotent: true,
  money: 'desk',
  params: zItemParams,
  body: z.strictObject({
    decision: z.enum(['approve', 'reject', 'hold']),
    version: z.string().min(1).max(100),
    reason: zReason.optional(),
    /** Number or IBAN of the account that an approved amount is credited to. */
    account: z.string().trim().min(1).max(40).optional(),
  }),
  response: z.strictObject({ queue: z.string(), id: zId, decision: z.enum(['approve', 'reject', 'hold']) }),
});

export const claimInboxItem = staffEndpoint({
  ...inbox,
  id: 'claimInboxItem',
  method: 'PUT',
  path: '/inbox/queues/{queue}/items/{id}/claim',
  summary: 'Take an item, so that colleagues see who works on it; with `person`, give it to a colleague',
  roles: 'all',
  params: zItemParams,
  body: z.strictObject({ person: zId.optional() }),
  response: z.strictObject({ claimedBy: zPersonName.nullable() }),
});

export const releaseInboxItem = staffEndpoint({
  ...inbox,
  id: 'releaseInboxItem',
  method: 'DELETE',
  path: '/inbox/queues/{queue}/items/{id}/claim',
  summary: 'Give an item back',
  roles: 'all',
  params: zItemParams,
});

export const getInboxDocument = staffEndpoint({
  ...inbox,
  id: 'getInboxDocument',
  method: 'GET',
  path: '/inbox/queues/{queue}/items/{id}/documents/{document}',
  summary: 'Download a document of an item; audited',
  roles: 'all',
  params: z.strictObject({ queue: zQueueName, id: zId, document: zId }),
  download: 'application/octet-stream',
});
