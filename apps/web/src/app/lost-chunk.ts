/**
 * After a new version is released, an open page may request files that are gone. It then reloads, at most once per 60 seconds
 * (specification sections 8, 9), so that a missing file does not make it reload for ever. Without a connection it never does: what was
 * typed would be gone, and the file no closer.
 */
const guardSeconds = 60;
const storageKey = 'calmly-chunk-reload';

export function reloadOnceOnLostChunk(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - last < guardSeconds * 1000) return;
    event.preventDefault();
    sessionStorage.setItem(storageKey, String(Date.now()));
    location.reload();
  });
}
