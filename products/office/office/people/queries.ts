/** The bank's people: reading them, and proposing what changes. */
import { endSessionsOf, listStaff, proposeStaffChange, type StaffChange } from '@calmly/contract/staff';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../session/client.ts';

export const peopleQuery = () =>
  queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => call(listStaff, { signal }),
  });

interface Proposing {
  readonly key: string;
  readonly change: StaffChange;
  readonly reason: string;
}

export const propose = ({ key, ...body }: Proposing) => call(proposeStaffChange, { body, key });

export const endSessions = ({ id, reason }: { id: string; reason: string }) =>
  call(endSessionsOf, { params: { id }, body: { reason } });
