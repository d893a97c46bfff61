/**
 * After a new version is released, an open page may request files that are gone. It then reloads, at most once per 60 seconds
 * (specification sections 8, 9), so that a missing file does not make it reload forever. Without a connection it never does, because typed
 * text would be lost and the file would still be missing. If the file was a language's, the reloaded page tries that language again.
 */
import { chosenLocale, currentLocale, type Locale } from '@calmly/texts/catalogue.ts';

const guardSeconds = 60;
const storageKey = 'calmly-chunk-reload';
const languageKey = 'calmly-chunk-language';

let reloading = false;

/** The page is about to reload: failed loads are retried there. */
export const isReloading = (): boolean => reloading;

/**
 * Call once, before the first lazy route. A second failure within the minute reaches the route's error page.
 */
export function reloadOnceOnLostChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < guardSeconds * 1000) return;
    event.preventDefault();
    sessionStorage.setItem(storageKey, String(Date.now()));
    if (chosenLocale() !== currentLocale()) sessionStorage.setItem(languageKey, chosenLocale());
    reloading = true;
    location.reload();
  });
}

/** The language whose file was lost before this page was reloaded. Only the first call returns it. */
export function takeLostLanguage(): Locale | undefined {
  const lost = sessionStorage.getItem(languageKey);
  sessionStorage.removeItem(languageKey);
  return lost === 'en' || lost === 'ru' ? lost : undefined;
}
