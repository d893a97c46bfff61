/**
 * The search part of a screen's address, which holds its filters and what is open beside its list. A change is made to what the address
 * says by then, not to what is drawn: a text is reported when typing pauses, and the next filter may be chosen before the last one shows.
 */
import { useMatch, useRouter } from '@tanstack/react-router';

interface ChangeOptions {
  /** True unless given. If false, back undoes the change. */
  readonly replace?: boolean;
  readonly resetScroll?: boolean;
}

/** Returns a function that changes it, and that does nothing once the person has asked for another screen. */
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
