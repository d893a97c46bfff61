/** Entry of the office: the language, then who is signed in, then the screens. */
import '@calmly/ui/theme/tokens.css';
import '@calmly/ui/theme/base.css';
import { reloadOnceOnLostChunk } from '@calmly/portal-kit/shared/browsers/lost-chunk.ts';
import { loadInitialTexts, loadTexts } from '@calmly/texts/catalogue.ts';
import { createRoot } from 'react-dom/client';

// Schemas are interpreted, never compiled with `new Function`: the content security policy has no eval. They are made when the screens' files are
// loaded, so that comes after.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

reloadOnceOnLostChunk();

void begin();

async function begin(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  const loading = import('./app.tsx');
  await loadInitialTexts();
  await Promise.all([loadTexts('office'), loadTexts('joining')]);
  const { App } = await loading;
  createRoot(root).render(<App />);
}
