/**
 * Installing the portal as an app. Supporting browsers offer it once, early: the offer is kept until the person accepts it. Other
 * browsers have it in their own menu.
 */
import { useSyncExternalStore } from 'react';

/** Chromium's event, which is not in any standard. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | undefined;
let installed = matchMedia('(display-mode: standalone)').matches;
const listeners = new Set<() => void>();
const changed = () => {
  for (const listener of listeners) listener();
};

/** Keeps the browser's offer; called once, when the page starts. */
export function followInstallOffers(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    changed();
  });
  addEventListener('appinstalled', () => {
    installed = true;
    offer = undefined;
    changed();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the portal runs as an app, and how to install it if the browser offers that. */
export function useInstall(): { readonly installed: boolean; readonly install: (() => void) | undefined } {
  const isInstalled = useSyncExternalStore(subscribe, () => installed);
  const current = useSyncExternalStore(subscribe, () => offer);
  return { installed: isInstalled, install: current && (() => void current.prompt()) };
}
