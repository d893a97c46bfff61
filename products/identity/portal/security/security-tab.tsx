/** The security tab: sign-in methods first, then sessions, history, and freezing the access. */

import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { DeviceList } from './device-list.tsx';
import { Factors, factorsQuery } from './factors/index.ts';
import { FreezeCard } from './freeze-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { devicesQuery, sessionsQuery, signInsQuery } from './queries.ts';
import { SessionList } from './session-list.tsx';
import { SignInHistory } from './sign-in-history.tsx';

export function SecurityTab() {
  // The lists' lengths are unknown before they arrive, so each appears once the parts above it can no longer grow.
  const known = useKnown();
  return (
    <Stack gap={24}>
      <PasswordCard />
      <Factors />
      {known > 0 && <SessionList />}
      {known > 1 && <DeviceList />}
      {known > 2 && <SignInHistory />}
      {known > 3 && <FreezeCard />}
    </Stack>
  );
}

/** The number of parts, from the top, that have arrived or failed. All are requested at once. */
function useKnown(): number {
  const pending = [
    useQuery(factorsQuery).isPending,
    useInfiniteQuery(sessionsQuery).isPending,
    useInfiniteQuery(devicesQuery).isPending,
    useInfiniteQuery(signInsQuery).isPending,
  ];
  const first = pending.indexOf(true);
  return first === -1 ? pending.length : first;
}
