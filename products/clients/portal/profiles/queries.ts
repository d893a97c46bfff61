/** All calls and cache keys of a person's profiles. A hint `client` refetches them, because companies and their states change. */
import { type CompanyEntry, companiesFor, listOwnInvitations } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { queryOptions } from '@tanstack/react-query';

/** The menu's limit; a person with that many companies finds the rest in the profile. */
const limit = 50;

/** The companies that the owner of this profile may act for, the first one first. */
export const companiesQuery = (ownClientId: string) =>
  queryOptions({
    queryKey: ['client', 'companies', ownClientId],
    queryFn: ({ signal }): Promise<CompanyEntry[]> =>
      bank.call(companiesFor, { params: { id: ownClientId }, query: { limit } }, { signal }),
  });

/** Open invitations of the signed-in person. Each comes with a notification, whose hint refetches them. */
export const ownInvitationsQuery = queryOptions({
  queryKey: ['notifications', 'invitations'],
  queryFn: ({ signal }) => bank.call(listOwnInvitations, { query: { limit } }, { signal }),
  select: (page) => page.Items,
});
