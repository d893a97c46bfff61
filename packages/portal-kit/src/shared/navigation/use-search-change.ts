/**
 * The search part of a screen's URL, which holds its filters and the open item. A change is applied to the current URL,
 * not to the rendered one: a text is reported when typing pauses, and the next filter may be chosen before the last one shows.
 */
import { useMatch, useRouter } from '@tanstack/react-router';

interface ChangeOptions {
  /** Default: true. If false, Back undoes the change. */
  readonly replace?: boolean;
  readonly resetScroll?: boolean;
}

/** Returns a function that changes it, and does nothing once the person has requested another screen. */
export function useSearchChange() {
  const router = useRouter();
  const screen = useMatch({ strict: false, select: ({ routeId }) => routeId });
  return (
    change: (now: Readonly<Record<string, unknown>>) => object,
    { replace = true, resetScroll = false }: ChangeOptions = {},
  ): void => {
    const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
    if (!matchedRoutes.some(({ id }) => id === screen)) return;
    void router.navigate({ to: '.', search: change as never, replace, resetScroll });
  };
}
