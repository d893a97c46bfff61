/**
 * Supported currencies and the number of decimals of each. Every amount depends on the exponent: `minor = amount · 10^exponent`. Source: ISO 4217 for
 * money; the server specification section 3 for crypto.
 */

export interface Currency {
  readonly code: string;
  /** Decimals of the minor unit: 2 for EUR (cent), 0 for JPY, 18 for ETH (wei). */
  readonly exponent: number;
  /** Shown after the amount; the code itself for currencies whose sign is not widely known. */
  readonly symbol: string;
  readonly kind: 'fiat' | 'crypto';
}

const table = {
  EUR: { code: 'EUR', exponent: 2, symbol: '€', kind: 'fiat' },
  USD: { code: 'USD', exponent: 2, symbol: '$', kind: 'fiat' },
  GBP: { code: 'GBP', exponent: 2, symbol: '£', kind: 'fiat' },
  CHF: { code: 'CHF', exponent: 2, symbol: 'CHF', kind: 'fiat' },
  PLN: { code: 'PLN', exponent: 2, symbol: 'zł', kind: 'fiat' },
  CZK: { code: 'CZK', exponent: 2, symbol: 'Kč', kind: 'fiat' },
  SEK: { code: 'SEK', exponent: 2, symbol: 'kr', kind: 'fiat' },
  JPY: { code: 'JPY', exponent: 0, symbol: '¥', kind: 'fiat' },
  KWD: { code: 'KWD', exponent: 3, symbol: 'KWD', kind: 'fiat' },
  BTC: { code: 'BTC', exponent: 8, symbol: 'BTC', kind: 'crypto' },
  ETH: { code: 'ETH', exponent: 18, symbol: 'ETH', kind: 'crypto' },
  TON: { code: 'TON', exponent: 9, symbol: 'TON', kind: 'crypto' },
  EPI: { code: 'EPI', exponent: 8, symbol: 'EPI', kind: 'crypto' },
  PFE: { code: 'PFE', exponent: 8, symbol: 'PFE', kind: 'crypto' },
} as const satisfies Record<string, Currency>;

export type CurrencyCode = keyof typeof table;

export const currencies: Readonly<Record<CurrencyCode, Currency & { readonly code: CurrencyCode }>> = table;

/** State-issued currencies: the currencies of accounts, fees and transfers. */
export const fiatCurrencies = Object.values(currencies).filter(({ kind }) => kind === 'fiat');

/** Whether a text is exactly the code of a supported currency, in capitals. */
export const isCurrency = (text: string): text is CurrencyCode => Object.hasOwn(table, text);

export const exponentOf = (currency: CurrencyCode): number => table[currency].exponent;
