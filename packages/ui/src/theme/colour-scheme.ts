/**
 * Light or dark, chosen per user, in the readable `dark-mode` cookie (specification section 9). The page's head applies it
 * before the first paint; this changes it. As the specification requires, a logout removes the cookie.
 */
import { useSyncExternalStore } from 'react';
import { removeCookie, writeCookie } from '../cookie.ts';

const listeners = new Set<() => void>();
/** `--page` of both themes, for the browser's own frame around the page. */
const frameColours = { light: '#FAF8F5', dark: '#0C0C0D' } as const;

/** The current scheme, however it was chosen. */
export const isDark = () => document.documentElement.dataset.theme === 'dark';

/** Also stores the choice and colours the browser's frame. */
export function setDark(dark: boolean): void {
  paint(dark);
  writeCookie('dark-mode', dark ? '1' : '0');
  for (const listener of listeners) listener();
}

/** After a logout: the page is light at once, and the choice is forgotten. */
export function forgetScheme(): void {
  paint(false);
  removeCookie('dark-mode');
  for (const listener of listeners) listener();
}

function paint(dark: boolean): void {
  if (dark) document.documentElement.dataset.theme = 'dark';
  else delete document.documentElement.dataset.theme;
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', frameColours[dark ? 'dark' : 'light']);
}

export function subscribeToScheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDark(): boolean {
  return useSyncExternalStore(subscribeToScheme, isDark);
}
