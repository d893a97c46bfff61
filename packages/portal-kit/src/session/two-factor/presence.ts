/**
 * Whether a person is at the page. The page's automatic calls (live hints, polls, focus, timers) must not keep a session alive; calls
 * that follow a person's action must. The question "was the page touched just now?" distinguishes the two for every call, so that
 * no screen has to know why its data is read.
 */

/** Events that a person causes at a page. */
export const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Even on a slow network a click's calls have ended by then; a session lives at most this much longer. */
const presenceSeconds = 30;

export interface Presence {
  /** Whether a person is present. */
  isThere: () => boolean;
  /** Resolves when the page is touched again. */
  returns: () => Promise<void>;
  /** The person does not want to be asked: their earlier activity no longer counts. */
  forget: () => void;
}

/** Starts watching. Opening the page counts as activity. */
export function watchPresence(page: Pick<EventTarget, 'addEventListener'>, nowMs = Date.now): Presence {
  let lastActiveAt = nowMs();
  let next = Promise.withResolvers<void>();
  const touch = () => {
    lastActiveAt = nowMs();
    next.resolve();
    next = Promise.withResolvers();
  };
  for (const name of activityEvents) page.addEventListener(name, touch, { passive: true, capture: true });
  return {
    isThere: () => nowMs() - lastActiveAt <= presenceSeconds * 1000,
    returns: () => next.promise,
    forget: () => {
      lastActiveAt = Number.NEGATIVE_INFINITY;
    },
  };
}
