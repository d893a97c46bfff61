/**
 * The language in use and its texts, outside React. Both languages are loaded in parts, each with the first route that needs it; the
 * sign-in page's part in English ships with the app.
 */
import { readCookie, writeCookie } from '@calmly/ui/cookie.ts';
import { messages as englishEntry } from './en/entry.ts';
import type { Messages } from './en/index.ts';
import { parts } from './parts.ts';
import type { Translated } from './translated.ts';

export type Locale = 'en' | 'ru';

export interface Texts {
  readonly locale: Locale;
  readonly catalogue: Translated<Messages>;
}

type Part = keyof typeof parts;

/** No part's texts are used before it is loaded. */
const entryTexts: Texts = { locale: 'en', catalogue: englishEntry as Texts['catalogue'] };

let texts = entryTexts;
let chosen: Locale = entryTexts.locale;
/** Undefined once it has failed: the screen then shows an earlier one. */
let latest: Promise<void> | undefined = Promise.resolve();
/** Parts needed by a screen: each has arrived in some language. */
const asked = new Set<Part>();
const listeners = new Set<() => void>();
const choiceListeners = new Set<(locale: Locale) => void>();

/** The same object until other texts are shown, as `useSyncExternalStore` needs. */
export const getTexts = (): Texts => texts;

/** The language in use, for code outside React: the `Accept-Language` of calls. */
export const currentLocale = (): Locale => texts.locale;

/** Also notified when a language is chosen whose texts are still loading. Returns a function that unsubscribes. */
export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The language requested last: its texts are on the screen or loading. */
export const chosenLocale = (): Locale => chosen;

/**
 * Shows the texts in a language, without storing the choice. Of concurrent calls the last one counts. If the texts cannot be loaded, the choice
 * returns to the language on the screen.
 */
export function showTexts(locale: Locale): Promise<void> {
  chosen = locale;
  // Every component that shows the choice changes in the same event.
  for (const listener of listeners) listener();
  const showing: Promise<void> = loadCatalogue(locale).then(
    (catalogue) => {
      if (latest !== showing) return latest;
      texts = { locale, catalogue };
      document.documentElement.lang = locale;
      for (const listener of listeners) listener();
      return undefined;
    },
    (error: unknown) => {
      if (latest && latest !== showing) return latest;
      throw error;
    },
  );
  latest = showing;
  showing.catch(() => {
    if (latest !== showing) return;
    latest = undefined;
    chosen = texts.locale;
    for (const listener of listeners) listener();
  });
  return showing;
}

async function loadCatalogue(locale: Locale): Promise<Texts['catalogue']> {
  const entry = locale === 'ru' ? import('./ru/entry.ts').then(({ messages }) => messages) : englishEntry;
  const loaded = await Promise.all([
    entry,
    ...Array.from(asked, async (part) => (await parts[part][locale]()).messages),
  ]);
  return Object.assign({}, ...loaded);
}

const isLocale = (text: string | null | undefined): text is Locale => text === 'en' || text === 'ru';

/**
 * Loads the texts of the first paint, so that nothing flashes in the wrong language: that of the emailed link (`lang`, which is removed from the
 * address bar), otherwise the one chosen in this browser, otherwise the browser's own, which the server wrote into the page.
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

/**
 * Loads a part of the texts; the routes that show it wait. If a language chosen in the meantime cannot be loaded, the screen opens in the previous
 * one. After a failure the next call tries again.
 */
export async function loadTexts(part: Part): Promise<void> {
  let wanted = chosen;
  try {
    // Loaded separately first, so that a file that fails affects no other part.
    if (!asked.has(part)) await parts[part][wanted]();
    wanted = chosen;
    const isNew = !asked.has(part);
    asked.add(part);
    await ((!isNew && latest) || showTexts(wanted));
  } catch (error) {
    if (chosen !== wanted) return loadTexts(part);
    throw error;
  }
}

/** Switches the language and stores the choice in this browser. Typed text is kept: no reload. */
export async function applyLocale(locale: Locale): Promise<void> {
  await showTexts(locale);
  // Concurrent choices all end when the last one is shown.
  writeCookie('locale', chosen);
}

/** Applies the language that the person chose here. */
export async function setLocale(locale: Locale): Promise<void> {
  await applyLocale(locale);
  if (locale === chosen) for (const listener of choiceListeners) listener(locale);
}

/** Called with each language that the person chose, once it is on the screen. */
export function subscribeToChoices(listener: (locale: Locale) => void): void {
  choiceListeners.add(listener);
}
