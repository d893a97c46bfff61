/**
 * Entry of the portal. Determines language and session, then renders. This chunk contains only the sign-in page's code: screens, the
 * bank's client and its schemas are loaded on demand.
 */
import '@calmly/ui/theme/tokens.css';
import '@calmly/ui/theme/base.css';
import { startSession } from '@calmly/portal-kit/session/session.ts';
import { sessionHint } from '@calmly/portal-kit/session/state.ts';
import { followInstallOffers } from '@calmly/portal-kit/shared/browsers/install.ts';
import { reloadOnceOnLostChunk } from '@calmly/portal-kit/shared/browsers/lost-chunk.ts';
import { loadInitialTexts } from '@calmly/texts/catalogue.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { followPreferences } from './app/preferences.ts';
import { createPortalRouter, loadScreenAhead } from './app/router.tsx';
import { registerServiceWorker } from './app/service-worker.ts';

// Schemas are interpreted, never compiled with `new Function`: the content security policy has no eval.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

reloadOnceOnLostChunk();

void begin();

/**
 * Not awaited at the top level: screens import this file, so the two would wait for each other. Runs in short tasks, so that a slow phone
 * stays responsive.
 */
async function begin(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  followPreferences();
  followInstallOffers();
  await nextTask();
  const router = createPortalRouter();
  await nextTask();
  const isExpected = sessionHint() !== undefined;
  // The first render is the whole screen: React renders it in short pieces, whereas a router that loads during rendering makes one long task.
  const started = startSession().then(() => router.load());
  await loadInitialTexts();
  if (isExpected) loadScreenAhead(router);
  // The page arrived with its frame: nothing replaces it until the portal is ready, so that nothing moves.
  if (root.hasChildNodes()) await started;
  startTransition(() => createRoot(root).render(<App router={router} started={started} />));
  registerServiceWorker();
}

/** Lets the browser handle input and paint first. Uses a message, because browsers delay timers in background tabs. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
