/**
 * Search over everything that a person may see of a client: the command palette's results. products/search/README.md lists what can be found and how.
 */

import { zAmount, zCurrency, zPlain, zTime } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';

/** Kinds of results, in display order. */
export const searchKinds = [
  'account',
  'payee',
  'payment',
  'card',
  'request',
  'payout',
  'document',
  'article',
] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Maximum number of results of one kind. */
export const searchGroupSize = 5;
/** The longest text, in characters. */
export const searchTextMax = 100;

export const zSearchHit = wire({
  /** For an article, its name in the help centre's addresses. */
  id: ['Id', z.string().max(100)],
  /** The name of the other side, the payee, the account, the file. */
  title: ['Title', z.string()],
  /** Distinguishes it from others of that name: an account, a reference, a number. */
  detail: ['Detail', z.string().nullable()],
  amount: ['Amount', zAmount.nullable()],
  currency: ['Currency', zCurrency.nullable()],
  /** Of a payment. */
  direction: ['Direction', z.enum(['DEBIT', 'CREDIT']).nullable()],
  /** The status shown in the list of its kind. */
  status: ['Status', z.string().nullable()],
  at: ['At', zTime.nullable()],
});
export type SearchHit = z.output<typeof zSearchHit>;

export const zSearchGroup = wire({
  kind: ['Kind', z.enum(searchKinds)],
  items: ['Items', z.array(zSearchHit).max(searchGroupSize)],
  /** Whether there are more than these items. */
  hasMore: ['HasMore', z.boolean()],
  /** Older items were not searched; the list of the kind continues from there. */
  lookedBackTo: ['LookedBackTo', zTime.nullable()],
});
export type SearchGroup = z.output<typeof zSearchGroup>;

export const search = endpoint({
  id: 'search',
  method: 'GET',
  path: '/search',
  tag: 'Search',
  summary:
    'Find payments, payees, accounts, cards, requests, payouts and documents, up to five of each; kinds that the caller has no right to are left out',
  access: 'active',
  presence: 'required',
  query: z.strictObject({
    /** Beginnings of words of a name or reference; an amount; a number; an account or its last four digits. */
    q: zPlain.trim().min(1).max(searchTextMax),
  }),
  response: z.strictObject({ Groups: z.array(zSearchGroup) }),
});
