/**
 * Entry of the portal. Finds language and session, then draws. Only what the sign-in page needs is in this chunk:
 * screens, the bank's client and its schemas are loaded when they are needed.
 */
import './ui/theme/tokens.css';
import './ui/theme/base.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { reloadOnceOnLostChunk } from './app/lost-chunk.ts';
import { followPreferences } from './app/preferences.ts';
import { registerServiceWorker } from './app/service-worker.ts';
import { loadInitialTexts } from './i18n/catalogue.ts';
import { startSession } from './session/session.ts';
import { followInstallOffers } from './shared/install.ts';

// Schemas are interpreted, never compiled with `new Function`: the content security policy has no eval.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

reloadOnceOnLostChunk();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
followPreferences();
followInstallOffers();
const started = startSession();
await loadInitialTexts();
// As a transition, the first drawing is done in short pieces and never blocks the page for long.
startTransition(() => createRoot(root).render(<App started={started} />));

registerServiceWorker();
