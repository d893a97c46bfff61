/** Switching the profile on screen: progress, and the message if it fails (specification section 4). */

import { switchBack, switchProfile } from '@calmly/portal-kit/session/session.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

/** `const change = useSwitch(); … change.to(company.id)` */
export function useSwitch() {
  const navigate = useNavigate();
  const forward = useMutation({
    mutationFn: (id: string) => switchProfile(id),
    onError: showFailure,
  });
  const back = useMutation({
    mutationFn: (id: string) => switchBack(id),
    onError: () => navigate({ to: '/logout' }),
  });
  return {
    /** Also true while the new page is loading. */
    isUnderWay: forward.isPending || forward.isSuccess || back.isPending || back.isSuccess,
    to: forward.mutate,
    back: back.mutate,
  };
}
