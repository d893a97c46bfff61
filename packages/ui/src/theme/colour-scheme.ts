/**
 * Light or dark, chosen per user, in the readable `dark-mode` cookie (specification section 9). The page's head applies it
 * before the first paint; this changes it. A logout removes the cookie, as the specification says.
 */
import { useSyncExternalStore } from 'react';
import { removeCookie, writeCookie } from '../cookie.ts';

const listeners = new Set<() => void>();
/** `--page` of both themes, for what the browser draws around the page. */
const frameColours = { light: '#FAF8F5', dark: '#0C0C0D' } as const;

/** What is shown now, whoever chose it. */
export const isDark = () => document.documentElement.dataset.theme === 'dark';

/** Also remembers the choice and colours the browser's frame. */
export function setDark(dark: boolean): void {
  paint(dark);
  writeCookie('dark-mode', dark ? '1' : '0');
  for (const listener of listeners) listener();
}

/** After a logout: the page is light at once, and nothing is remembered. */
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
