/** Dates in words. Pure. */

const languages = { en: 'en-GB', ru: 'ru' } as const;

/** The abbreviation "г." at the end of a Russian date, whose full stop would double that of the sentence («до 27 ноября 2026 г..»). */
const yearSign = / г\.$/;

/** A formatted date that can be used anywhere in a sentence. */
export const withoutYearSign = (date: string): string => date.replace(yearSign, '');

/** `27 November 2026`, `27 ноября 2026`. A day without a time (`YYYY-MM-DD`) is one of UTC. */
export function longDate(at: Date | string, locale: 'en' | 'ru', timeZone = 'UTC'): string {
  return withoutYearSign(formatOf(locale, timeZone).format(new Date(at)));
}

/** Formats of whole days are cached, because creating a format takes longer than using it. */
const ofDays = new Map<'en' | 'ru', Intl.DateTimeFormat>();

function formatOf(locale: 'en' | 'ru', timeZone: string): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat(languages[locale], { dateStyle: 'long', timeZone });
  if (timeZone !== 'UTC') return make();
  const format = ofDays.get(locale) ?? make();
  ofDays.set(locale, format);
  return format;
}
