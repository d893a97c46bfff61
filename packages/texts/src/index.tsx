/**
 * Language of the portal: English (default) and Russian, kept in the `locale` cookie, no URL prefix (specification,
 * section 9).
 *
 * Texts: `const t = useTranslations('payments'); t('title')`. Keys and ICU arguments are checked by TypeScript; a key that
 * the Russian catalogue lacks is a type error there. Dates: `useFormatter()`.
 */
import { withoutYearSign } from '@calmly/domain';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { type IntlError, IntlErrorCode, IntlProvider, useFormatter as useIntlFormatter } from 'use-intl';
import { chosenLocale, getTexts, type Locale, setLocale, subscribeToTexts } from './catalogue.ts';
import type { Messages } from './en/index.ts';

export { useNow, useTranslations } from 'use-intl';
export { currentLocale, type Locale } from './catalogue.ts';

declare module 'use-intl' {
  interface AppConfig {
    Locale: (typeof formatLocales)[Locale];
    Messages: Messages;
  }
}

/** The date formats: days before months and a 24-hour clock in both languages. */
const formatLocales = { en: 'en-GB', ru: 'ru' } as const;

/** The time of day, for `format.dateTime`: `{ ...timeOfDay, day: 'numeric', month: 'short' }`. */
export const timeOfDay = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const useTexts = () => useSyncExternalStore(subscribeToTexts, getTexts, getTexts);

export function LocaleProvider({ children }: { children: ReactNode }) {
  const { locale, catalogue } = useTexts();
  return (
    <IntlProvider locale={formatLocales[locale]} messages={catalogue as Messages} onError={complain}>
      {children}
    </IntlProvider>
  );
}

/**
 * Dates are in the browser's own time zone, which is the default without a zone. The provider does not get its name: the first query for that name
 * takes
 * up to 50 ms of the first render, on pages that show no date.
 */
function complain(error: IntlError): void {
  if (error.code !== IntlErrorCode.ENVIRONMENT_FALLBACK) reportError(error);
}

/** Formats dates and numbers in the language in use; dates so that they may end a sentence. */
export function useFormatter(): Formatter {
  const format = useIntlFormatter();
  return useMemo(() => {
    const dateTime: Formatter['dateTime'] = (at, how) => withoutYearSign(format.dateTime(at, how));
    return { ...format, dateTime };
  }, [format]);
}

type IntlFormatter = ReturnType<typeof useIntlFormatter>;

type Formatter = Omit<IntlFormatter, 'dateTime'> & {
  readonly dateTime: (at: Date | number, how?: Parameters<IntlFormatter['dateTime']>[2]) => string;
};

/** The language in use and how to change it. */
export function useLocaleControl(): { readonly locale: Locale; readonly setLocale: typeof setLocale } {
  return { locale: useSyncExternalStore(subscribeToTexts, chosenLocale, chosenLocale), setLocale };
}
