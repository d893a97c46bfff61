/**
 * The language in use and its texts, outside React. English ships the sign-in page's texts with the app and loads others in
 * parts, each with the first route that needs it; Russian is loaded whole when it is asked for.
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

/** What is loaded with a route: the way from a stranger to a client, the ways back in, the page that tells a payer
 * what to enter, and everything behind the sign-in. */
const englishParts = {
  joining: async (): Promise<Partial<Messages>> => (await import('./en/joining.ts')).messages,
  connecting: async (): Promise<Partial<Messages>> => (await import('./en/connecting.ts')).messages,
  returning: async (): Promise<Partial<Messages>> => (await import('./en/returning.ts')).messages,
  paying: async (): Promise<Partial<Messages>> => (await import('./en/paying.ts')).messages,
  desk: async (): Promise<Partial<Messages>> => (await import('./en/desk.ts')).messages,
  portal: async (): Promise<Partial<Messages>> => (await import('./en/index.ts')).messages,
};
type Part = keyof typeof englishParts;

/** Before a part is loaded nothing asks for its texts. */
const entryTexts: Texts = { locale: 'en', catalogue: englishEntry as Texts['catalogue'] };

let texts = entryTexts;
let chosen: Locale = entryTexts.locale;
let latest = Promise.resolve();
const asked = new Set<Part>();
const listeners = new Set<() => void>();

export const getTexts = (): Texts => texts;

/** The language in use, for code outside React: the `Accept-Language` of calls. */
export const currentLocale = (): Locale => texts.locale;

export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language that was asked for last; its texts may be on their way. */
export const chosenLocale = (): Locale => chosen;

/** Shows the texts in a language, without remembering it. Of several at the same time the last one asked for counts. */
export function showTexts(locale: Locale): Promise<void> {
  chosen = locale;
  // Whatever shows the choice shows it in the same event.
  for (const listener of listeners) listener();
  const showing: Promise<void> = loadCatalogue(locale).then((catalogue) => {
    if (latest !== showing) return latest;
    texts = { locale, catalogue };
    document.documentElement.lang = locale;
    for (const listener of listeners) listener();
    return undefined;
  });
  latest = showing;
  return showing;
}

async function loadCatalogue(locale: Locale): Promise<Texts['catalogue']> {
  if (locale === 'ru') return (await import('./ru/index.ts')).messages;
  const parts = await Promise.all(Array.from(asked, (part) => englishParts[part]()));
  return Object.assign({}, entryTexts.catalogue, ...parts);
}

const isLocale = (text: string | null | undefined): text is Locale => text === 'en' || text === 'ru';

/**
 * Loads what the first paint needs, so that nothing flashes in the wrong language: that of the mailed link (`lang`, which leaves the
 * address bar), else the one chosen in this browser, else the browser's own, which the server wrote into the page.
 */
export function loadInitialTexts(): Promise<void> {
  const address = new URL(location.href);
  const linked = address.searchParams.get('lang');
  if (linked !== null) {
    address.searchParams.delete('lang');
    history.replaceState(history.state, '', address);
  }
  const locale = [linked, readCookie('locale'), document.documentElement.lang].find(isLocale);
  return showTexts(locale ?? 'en');
}

/** Loads a part of the texts; the routes that show it wait. */
export async function loadTexts(part: Part): Promise<void> {
  if (asked.has(part)) return latest;
  asked.add(part);
  await showTexts(chosen);
}

/** Switches the language at once and remembers it. Nothing typed is lost: no reload. */
export async function setLocale(locale: Locale): Promise<void> {
  await showTexts(locale);
  writeCookie('locale', locale);
}
