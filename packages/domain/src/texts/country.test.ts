import { expect, it } from 'vitest';
import {
  addressIn,
  countries,
  countryInSentence,
  countryName,
  isCountry,
  isSepaCountry,
  isServedCountry,
  readCountry,
  zoneOf,
} from './country.ts';

it('has the 249 countries of ISO 3166-1 and Kosovo, each once and with a name in both languages', () => {
  expect(countries).toHaveLength(250);
  expect(new Set(countries.map((country) => country.code)).size).toBe(250);
  for (const { code, dialCode } of countries) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(dialCode ?? '+0').toMatch(/^\+\d{1,4}$/);
    expect(countryName(code, 'en')).not.toBe(code);
    expect(countryName(code, 'ru')).toMatch(/[а-яё]/i);
  }
});

it('gives the name in the requested language', () => {
  expect(countryName('EE', 'en')).toBe('Estonia');
  expect(countryName('EE', 'ru')).toBe('Эстония');
  expect(isCountry('ee')).toBe(false);
});

it.each([
  ['GB', 'en', 'the United Kingdom'],
  ['NL', 'en', 'the Netherlands'],
  ['EE', 'en', 'Estonia'],
  ['GB', 'ru', 'Великобритания'],
] as const)('names %s inside a sentence in %s as %s', (code, locale, named) => {
  expect(countryInSentence(code, locale)).toBe(named);
});

it('reads a code in any case, and takes no other alphabet for it', () => {
  expect(['EE', 'ee', ' Ee '].map(readCountry)).toEqual(['EE', 'EE', 'EE']);
  // The capitals of these ligatures are SS and FI, which are country codes.
  expect(['ß', 'ﬁ', 'zz', 'eee', ''].map(readCountry)).toEqual(Array(5).fill(undefined));
});

it('distinguishes the fee zones', () => {
  expect(zoneOf('DE')).toBe('eu');
  expect(zoneOf('NO')).toBe('eu');
  expect(zoneOf('CH')).toBe('inter');
  expect(zoneOf('US')).toBe('inter');
});

it('knows that SEPA is wider than the EEA', () => {
  expect(['CH', 'GB', 'SM', 'RE', 'LT'].every(isSepaCountry)).toBe(true);
  expect(['US', 'TR', 'UA', 'JP'].some(isSepaCountry)).toBe(false);
});

it('serves countries where people live and no sanction forbids it', () => {
  expect(['EE', 'LV', 'DE', 'US', 'KZ', 'XK'].every(isServedCountry)).toBe(true);
  expect(['KP', 'IR', 'RU', 'AQ', 'ZZ', 'ee'].some(isServedCountry)).toBe(false);
});

it('translates the country at the end of an address, and nothing else', () => {
  const vilnius = 'Konstitucijos pr. 21A, LT-08130 Vilnius, Lithuania';
  expect(addressIn(vilnius, 'ru')).toBe('Konstitucijos pr. 21A, LT-08130 Vilnius, Литва');
  expect(addressIn(vilnius, 'en')).toBe(vilnius);
  for (const other of ['Lithuania', 'Lithuania, Vilnius', 'Pikk 3, Tallinn', ''])
    expect(addressIn(other, 'ru')).toBe(other);
});
