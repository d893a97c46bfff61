import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { browsersQuery, keepOwnBrowser } from './queries.ts';

/** After a sign-in and after a change of the profile the bank learns that this browser is in use. */
export function useKeptBrowser(): void {
  const { id } = useClient();
  const client = useQueryClient();
  useEffect(() => {
    if (!id) return;
    keepOwnBrowser().then(
      async (isKept) => {
        if (isKept) await client.invalidateQueries({ queryKey: browsersQuery.queryKey });
      },
      // Nothing depends on it before the next start of the portal.
      () => undefined,
    );
  }, [id, client]);
}
