import { expect, it } from 'vitest';
import { likelyCountry } from './dial-codes.ts';
import { readPhone, tidiedPhone } from './phone-number.ts';

it.each([
  ['EE', '512 3456', '+3725123456', 'EE'],
  ['EE', '+372 512 3456', '+3725123456', 'EE'],
  ['EE', '00372 512 3456', '+3725123456', 'EE'],
  ['DE', '0151 23456789', '+4915123456789', 'DE'],
  ['EE', '+44 7400 123456', '+447400123456', 'GB'],
  ['US', '(201) 555-0123', '+12015550123', 'US'],
  ['PR', '787-234-5678', '+17872345678', 'PR'],
  ['PR', '234-5678', '+17872345678', 'PR'],
])('reads a number of %s written as %s', async (country, text, e164, region) => {
  expect(await readPhone({ country, text })).toMatchObject({ e164, country: region });
});

it.each([
  ['EE', ''],
  ['EE', '512'],
  ['DE', '0151 23456789012345'],
  ['EE', 'call me'],
])('finds no number of %s in %j', async (country, text) => {
  expect(await readPhone({ country, text })).toBeUndefined();
});

it('tidies a number once: left again, the field has nothing to change', async () => {
  const tidied = await tidiedPhone({ country: 'EE', text: '+44 7400 123456' });
  expect(tidied).toEqual({ country: 'GB', text: '07400 123456' });
  expect(tidied && (await tidiedPhone(tidied))).toBeUndefined();
  expect(await tidiedPhone({ country: 'EE', text: '512' })).toBeUndefined();
});

it('begins with the country of the browser', () => {
  expect(likelyCountry(['en', 'de-AT', 'de'])).toBe('AT');
  expect(likelyCountry(['en'])).toBe('EE');
});
