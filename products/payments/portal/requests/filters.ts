/** The filters of the requests in the URL; invalid values are dropped. `request` is the open one. */
import { type ReviewStatus, reviewStatuses } from '@calmly/contract';
import { z } from 'zod';

const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

export const requestsSearch = z.object({
  request: optional(z.uuid()),
  search: optional(z.coerce.string().trim().min(1).max(100)),
  account: optional(z.uuid()),
  status: optional(z.array(z.enum(reviewStatuses)).min(1)),
});
export type RequestsSearch = z.output<typeof requestsSearch>;

/** The filters without the open request: the identity of a list. */
export type RequestFilters = Omit<RequestsSearch, 'request'>;

/** Equal filters are the same list: they are its cache key. */
export const filtersOf = ({ request: _open, ...filters }: RequestsSearch): RequestFilters => filters;

export const isFiltered = (filters: RequestFilters) =>
  Object.values(filters).some((value) => value !== undefined);

/** What the status filter offers. */
export const views = ['open', 'overdue', 'paid', 'canceled'] as const;
export type View = (typeof views)[number];

const statuses: Readonly<Record<View, readonly ReviewStatus[]>> = {
  open: ['PENDING', 'OVERDUE'],
  overdue: ['OVERDUE'],
  paid: ['EXECUTED'],
  canceled: ['CANCELED'],
};

export const statusesOf = (view: View): ReviewStatus[] => [...statuses[view]];

/** The choice that a status filter is; none for a mixture that only a link can hold. */
export const viewOf = ({ status }: RequestFilters): View | undefined =>
  views.find((view) => statuses[view].join() === status?.join());
