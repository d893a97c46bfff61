/**
 * Language of the portal: English (default) and Russian, kept in the `locale` cookie, no URL prefix (specification,
 * section 9). English ships with the app, Russian is loaded when asked for.
 *
 * Texts: `const t = useTranslations('payments'); t('title')`. Keys and ICU arguments are checked by TypeScript; a key that
 * the Russian catalogue lacks is a type error there. Dates: `useFormatter()` from use-intl.
 */
import { createContext, type ReactNode, useContext, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { readCookie, writeCookie } from './cookie.ts';
import { messages as english, type Messages } from './en/index.ts';
import type { Translated } from './translated.ts';

export { useFormatter, useTranslations } from 'use-intl';

export type Locale = 'en' | 'ru';

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

type Catalogue = Translated<Messages>;

async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  return locale === 'ru' ? (await import('./ru/index.ts')).messages : english;
}

/** The language a visitor has chosen before, else English. */
export function savedLocale(): Locale {
  return readCookie('locale') === 'ru' ? 'ru' : 'en';
}

let current: Locale = savedLocale();

/** The language in use, for code outside React: the `Accept-Language` of calls. */
export const currentLocale = (): Locale => current;

/** Loads what the first paint needs, so that nothing flashes in the wrong language. */
export async function loadInitialLocale(): Promise<{ locale: Locale; catalogue: Catalogue }> {
  document.documentElement.lang = current;
  return { locale: current, catalogue: await loadCatalogue(current) };
}

interface LocaleControl {
  readonly locale: Locale;
  /** Switches the language at once and remembers it. Nothing typed is lost: no reload. */
  readonly setLocale: (locale: Locale) => Promise<void>;
}

const LocaleContext = createContext<LocaleControl | undefined>(undefined);

export function LocaleProvider(props: {
  initial: { locale: Locale; catalogue: Catalogue };
  children: ReactNode;
}) {
  const [shown, setShown] = useState(props.initial);
  const setLocale = async (locale: Locale) => {
    const catalogue = await loadCatalogue(locale);
    current = locale;
    writeCookie('locale', locale);
    document.documentElement.lang = locale;
    setShown({ locale, catalogue });
  };
  return (
    <LocaleContext value={{ locale: shown.locale, setLocale }}>
      <IntlProvider
        locale={shown.locale}
        messages={shown.catalogue as Messages}
        timeZone={Intl.DateTimeFormat().resolvedOptions().timeZone}
      >
        {props.children}
      </IntlProvider>
    </LocaleContext>
  );
}

/** The language in use and how to change it. */
export function useLocaleControl(): LocaleControl {
  const control = useContext(LocaleContext);
  if (!control) throw new Error('useLocaleControl needs LocaleProvider');
  return control;
}
