/**
 * The pages for visitors without a session, rendered while the portal is built (`plugins/frames.ts`). The server sends such a frame with
 * the page, so that it is visible before the first script runs; the portal then renders the same in its place.
 */

import { type Locale, showTexts } from '@calmly/texts/catalogue.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { prerender } from 'react-dom/static';
import { App } from './app/app.tsx';
import { createPortalRouter } from './app/router.tsx';

const router = createPortalRouter();

/** The page as HTML. It is inert, and assistive technology waits for the real page. */
export async function drawFrame(path: string, locale: Locale): Promise<string> {
  await showTexts(locale);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) });
  await router.load();
  // In one piece, because a script would have to move later pieces into place.
  const { prelude } = await prerender(<App router={router} started={Promise.resolve()} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  const html = await new Response(prelude).text();
  if (html.includes('<template')) throw new Error(`${path} could not be drawn as a whole`);
  return `<div class="frame" inert aria-hidden="true">${withoutBehaviour(html)}</div>`;
}

/**
 * Without scripts and React's markers, and with inert fields: nothing typed or filled in before the portal starts
 * may be lost or sent anywhere.
 */
function withoutBehaviour(html: string): string {
  return html
    .replace(/<title>[^<]*<\/title>/g, '')
    .replace(/<script\b[^>]*>[^<]*<\/script>/g, '')
    .replace(/<!--[^>]*-->/g, '')
    .replace(
      / (?:id|for|name|autocomplete|autofocus|role|href|tabindex|aria-(?!pressed|checked|selected|invalid)[a-z]+)="[^"]*"/gi,
      '',
    )
    .replace(/ type="(?:email|password|tel|text|submit)"/g, '')
    .replace(/<(\/?)form\b/g, '<$1div')
    .replace(/<input\b/g, '<input readonly')
    .replace(/<button\b/g, '<button type="button"');
}
