/**
 * The language in use and its texts, outside React. English ships the sign-in page's texts with the app and loads the
 * features' with the shell; Russian is loaded whole when it is asked for.
 */
import { readCookie, writeCookie } from './cookie.ts';
import { messages as englishEntry } from './en/entry.ts';
import type { Messages } from './en/index.ts';
import type { Translated } from './translated.ts';

export type Locale = 'en' | 'ru';

export interface Texts {
  readonly locale: Locale;
  readonly catalogue: Translated<Messages>;
}

/** Before the shell only the entry's texts exist; nothing asks for the others there. */
const entryTexts: Texts = { locale: 'en', catalogue: englishEntry as Texts['catalogue'] };

let texts = entryTexts;
let portalAsked = false;
const listeners = new Set<() => void>();

export const getTexts = (): Texts => texts;

/** The language in use, for code outside React: the `Accept-Language` of calls. */
export const currentLocale = (): Locale => texts.locale;

export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function show(locale: Locale): Promise<void> {
  if (locale === 'ru') texts = { locale, catalogue: (await import('./ru/index.ts')).messages };
  else if (portalAsked) texts = { locale, catalogue: (await import('./en/index.ts')).messages };
  else texts = entryTexts;
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

/** Loads what the first paint needs, in the language chosen before, so that nothing flashes in the wrong one. */
export function loadInitialTexts(): Promise<void> {
  return show(readCookie('locale') === 'ru' ? 'ru' : 'en');
}

/** Loads the features' texts; the shell waits for it. */
export async function loadPortalTexts(): Promise<void> {
  if (portalAsked) return;
  portalAsked = true;
  await show(texts.locale);
}

/** Switches the language at once and remembers it. Nothing typed is lost: no reload. */
export async function setLocale(locale: Locale): Promise<void> {
  await show(locale);
  writeCookie('locale', locale);
}
