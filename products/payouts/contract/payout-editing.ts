/**
 * Correcting many rows of a payout at once, and saving its new payees. A long repair continues after its answer, with the payout in the state
 * REPAIRING, and can be stopped. Source: server page section 9.
 */

import { zCurrency, zId, zIdParam, zPlain } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { payoutRepairs } from './payout-checks.ts';
import { zPayoutField } from './payout-files.ts';
import { payoutRowsAtOnce, zPayoutOverview } from './payouts.ts';

const call = { tag: 'Payouts', access: 'active', right: 'can_request_trans', presence: 'required' } as const;
/** Maximum number of new payees saved by one call. */
export const payoutPayeesAtOnce = 5_000;

const position = z.number().int().min(1);

export const repairPayout = endpoint({
  ...call,
  id: 'repairPayout',
  method: 'PUT',
  path: '/masspayout/{id}/repair',
  summary:
    'Correct many rows at once: take the only suggestion, write what SEPA can carry, find and replace, fill a column; a long repair continues after the answer',
  params: zIdParam,
  body: wire({
    version: ['Version', z.number().int()],
    repair: ['Repair', z.enum(payoutRepairs)],
    /** Only in this column; required for `fill`. */
    field: ['Field', zPayoutField.optional()],
    /** Only rows from the first to the second position. */
    between: ['Between', z.tuple([position, position]).optional()],
    /** `replace`: this text, in any case. */
    find: ['Find', zPlain.min(1).max(200).optional()],
    /** `replace`: the new text. `fill`: this value; without it, each empty cell takes the value above it. */
    replacement: ['Replacement', zPlain.max(200).optional()],
    /** `fill`: also overwrite cells that are not empty. */
    overwrite: ['Overwrite', z.boolean().default(false)],
    /** Only returns what would change. */
    preview: ['Preview', z.boolean().default(false)],
  }),
  response: wire({
    /** Rows changed so far, or that would be changed. */
    rows: ['Rows', z.number().int()],
    /** The first few cells, before and after. */
    examples: [
      'Examples',
      z.array(
        wire({
          position: ['Position', z.number().int()],
          field: ['Field', zPayoutField],
          before: ['Before', z.string()],
          after: ['After', z.string()],
        }),
      ),
    ],
    payout: ['Payout', zPayoutOverview],
  }),
});

export const cancelRepair = endpoint({
  ...call,
  id: 'cancelRepair',
  method: 'POST',
  path: '/masspayout/{id}/repair/cancel',
  summary: 'Stop a repair that is under way; rows that it has changed stay changed and can be undone',
  params: zIdParam,
  response: zPayoutOverview,
});

export const undoRepair = endpoint({
  ...call,
  id: 'undoRepair',
  method: 'POST',
  path: '/masspayout/{id}/repair/undo',
  summary: 'Undo a repair as a whole, once; rows whose cells have changed since stay as they are',
  params: zIdParam,
  body: wire({
    version: ['Version', z.number().int()],
    repairId: ['RepairId', zId],
  }),
  response: zPayoutOverview,
});

export const payeeKinds = ['person', 'company'] as const;

/** An account that is not a saved payee yet. */
const zNewPayee = wire({
  /** Position of the first row that pays it. */
  position: ['Position', z.number().int()],
  name: ['Name', z.string()],
  account: ['Account', z.string()],
  currency: ['Currency', zCurrency],
  country: ['Country', z.string()],
  /** Its kind by default. */
  kind: ['Kind', z.enum(payeeKinds)],
  /** Whether it can be a person, which needs a first and a last name. */
  canBePerson: ['CanBePerson', z.boolean()],
  /** Number of rows that pay it. */
  rows: ['Rows', z.number().int()],
});
export type NewPayoutPayee = z.output<typeof zNewPayee>;

export const listPayoutPayees = endpoint({
  ...call,
  id: 'listPayoutPayees',
  method: 'GET',
  path: '/masspayout/{id}/payees',
  summary: 'List the accounts in rows without errors that are no saved payee’s yet, by their first row',
  params: zIdParam,
  query: z.strictObject({
    /** The last position of the previous page. */
    after: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(payoutRowsAtOnce).default(100),
  }),
  response: wire({
    /** The total number. */
    total: ['Total', z.number().int()],
    payees: ['Payees', z.array(zNewPayee)],
  }),
});

export const savePayoutPayees = endpoint({
  ...call,
  id: 'savePayoutPayees',
  method: 'POST',
  path: '/masspayout/{id}/payees',
  summary: 'Save accounts of a payout as payees, up to 5,000 at a time',
  presence: 'own',
  right: 'can_create_benef',
  twoFactor: 'always',
  approval: true,
  idempotent: true,
  params: zIdParam,
  body: wire({
    version: ['Version', z.number().int()],
    /** The kind of all of them; null: what their rows say, otherwise companies. */
    kind: ['Kind', z.enum(payeeKinds).nullable()],
    /** Exceptions, by the position of their first row. */
    kinds: [
      'Kinds',
      z.array(wire({ position: ['Position', position], kind: ['Kind', z.enum(payeeKinds)] })).max(1_000),
    ],
  }),
  response: wire({
    saved: ['Saved', z.number().int()],
    /** Rows that can no longer be saved and now state the reason; then none is saved. */
    refused: ['Refused', z.number().int()],
    /** Accounts that are still not saved payees. */
    left: ['Left', z.number().int()],
    payout: ['Payout', zPayoutOverview],
  }),
});
