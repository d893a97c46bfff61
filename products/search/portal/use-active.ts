/** Whether the client's screens are available: the account is active and its terms are accepted (`portal-kit/routing/guards.ts`). */
import { useSession } from '@calmly/portal-kit/session/state.ts';

export function useIsActive(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.client.state === 'ACTIVE' && session.termsAccepted;
}
