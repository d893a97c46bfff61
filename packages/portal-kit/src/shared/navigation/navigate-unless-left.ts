/**
 * Navigation after an answer. A screen stays in place until the next one is loaded, so an answer can arrive after its reader has already
 * chosen where to go: it must not send them elsewhere.
 */
import { useNavigate, useRouter } from '@tanstack/react-router';

/** Whether the person has asked for another screen while this one is still shown. */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return () => router.latestLocation.pathname !== router.state.resolvedLocation?.pathname;
}

/** `navigate` for an arriving answer: does nothing if the person is leaving. */
export function useNavigateUnlessLeft(): ReturnType<typeof useNavigate> {
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  return async (to) => {
    if (!isLeaving()) await navigate(to);
  };
}
