/**
 * Going to another screen after an answer. A screen stays in place until the next one is loaded, so an answer can arrive when its reader has already
 * chosen where to go: it must not lead them elsewhere.
 */
import { useNavigate, useRouter } from '@tanstack/react-router';

/** Whether the person has asked for another screen while this one is still shown. */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return () => router.latestLocation.pathname !== router.state.resolvedLocation?.pathname;
}

/** `navigate` for when an answer arrives: does nothing if the person is leaving. */
export function useNavigateUnlessLeft(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  return async (to) => {
    if (!isLeaving()) await navigate(to);
  };
}
