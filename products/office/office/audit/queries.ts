/** The audit: what staff and system did, newest first. */
import { listAudit } from '@calmly/contract/staff';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../session/client.ts';

export interface AuditFilters {
  readonly person?: string | undefined;
  readonly client?: string | undefined;
  /** The beginning of an action. */
  readonly action?: string | undefined;
}

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam: before, signal }) =>
      call(listAudit, { query: { ...filters, before, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
