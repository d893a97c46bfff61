/**
 * Idle logout (specification sections 4, 9): after 900 s without activity a client who is not remembered is signed out; 60 s before that
 * a dialog warns. Activity in any tab counts for all of them. The server counts only calls, so the activity of a person who reads or types is
 * reported
 * to it now and then.
 */
import { activityEvents } from './two-factor/presence.ts';

export const idleTimeoutSeconds = 900;
export const idleWarningSeconds = 840;

/** Activity within this time after the last report is reported at its end, so that the server never counts too little. */
const tellServerEverySeconds = 20;

const tabs = new BroadcastChannel('calmly-activity');

interface IdleHandlers {
  /** Called every second from the warning on, with the remaining seconds; undefined: no warning and no sign-out. */
  onWarning: ((secondsLeft: number) => void) | undefined;
  /** The person is active again after the warning. */
  onActive: () => void;
  onTimeout: () => void;
  /** The person has been active, and the server may not know. */
  tellServer: () => void;
}

export interface IdleWatch {
  /** The person chose to stay. */
  stay: () => void;
  stop: () => void;
}

/** Watches until stopped. Uses the clock, so that a laptop that slept is signed out when it wakes. */
export function watchIdle({ onWarning, onActive, onTimeout, tellServer }: IdleHandlers): IdleWatch {
  let lastActiveAt = Date.now();
  let warned = false;
  let saidAt = 0;
  let toldServerAt = lastActiveAt;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const touch = (own: boolean) => {
    lastActiveAt = Date.now();
    if (warned) onActive();
    warned = false;
    if (own && lastActiveAt - saidAt > 1000) {
      saidAt = lastActiveAt;
      tabs.postMessage('active');
    }
    if (own && telling === undefined) {
      const waitMs = Math.max(0, toldServerAt + tellServerEverySeconds * 1000 - lastActiveAt);
      telling = setTimeout(() => {
        telling = undefined;
        toldServerAt = Date.now();
        tellServer();
      }, waitMs);
    }
  };
  // Once the question is shown, only its answer counts.
  const onActivity = () => {
    if (!warned) touch(true);
  };
  tabs.onmessage = () => touch(false);
  for (const name of activityEvents) addEventListener(name, onActivity, { passive: true, capture: true });
  const timer = setInterval(() => {
    if (!onWarning) return;
    const idleSeconds = Math.floor((Date.now() - lastActiveAt) / 1000);
    if (idleSeconds >= idleTimeoutSeconds) onTimeout();
    else if (idleSeconds >= idleWarningSeconds) {
      warned = true;
      onWarning(idleTimeoutSeconds - idleSeconds);
    }
  }, 1000);
  return {
    stay: () => touch(true),
    stop: () => {
      clearInterval(timer);
      clearTimeout(telling);
      tabs.onmessage = null;
      for (const name of activityEvents) removeEventListener(name, onActivity, { capture: true });
    },
  };
}
