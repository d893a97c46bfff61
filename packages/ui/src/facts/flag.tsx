/** Square country flags clipped to a circle with an inner hairline. Each is its own small file, fetched when shown. */
import classes from './avatar.module.css';

const files = import.meta.glob<string>('../../../../node_modules/country-flag-icons/1x1/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Flag of the area that uses the currency. */
const countryOfCurrency: Readonly<Record<string, string>> = {
  EUR: 'EU',
  USD: 'US',
  GBP: 'GB',
  CHF: 'CH',
  PLN: 'PL',
  CZK: 'CZ',
  SEK: 'SE',
  JPY: 'JP',
  KWD: 'KW',
};

interface FlagProps {
  /** ISO 3166-1 alpha-2, or `EU`. */
  country?: string | null | undefined;
  /** Instead of a country: the flag of a currency. */
  currency?: string;
  /** Pixels; 16 on an avatar, 24 in cards, 32 in lists. */
  size?: 16 | 20 | 24 | 32;
}

/** Decoration next to a name with the same meaning, so it has no text of its own. */
export function Flag({ country, currency, size = 24 }: FlagProps) {
  const code = country ?? (currency ? countryOfCurrency[currency] : undefined);
  const url = code ? files[`../../../../node_modules/country-flag-icons/1x1/${code}.svg`] : undefined;
  if (!url) return null;
  return (
    <img
      className={classes.flag}
      data-size={size}
      src={url}
      width={size}
      height={size}
      loading="lazy"
      alt=""
    />
  );
}
