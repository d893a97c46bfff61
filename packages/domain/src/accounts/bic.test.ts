import { expect, it } from 'vitest';
import { bicFitsCountry, checkBic } from './bic.ts';

it.each([
  ['HASPDEHH', 'HASPDEHHXXX', 'DE'],
  [' haspdehhxxx ', 'HASPDEHHXXX', 'DE'],
  ['BYLADEM1001', 'BYLADEM1001', 'DE'],
  ['E097AEXX', 'E097AEXXXXX', 'AE'],
])('reads %j in the long form', (text, bic, country) => {
  expect(checkBic(text)).toEqual({ ok: true, bic, country });
});

it.each(['', 'HASP', 'HASPDEH', 'HASPDEHHX', 'HASPDEHHXXXX', 'HASPXXHHXXX', 'HASP12HH', 'ХАСПDEHH'])(
  'refuses %j',
  (text) => {
    expect(checkBic(text)).toEqual({ ok: false, code: 'bic_invalid' });
  },
);

it('lets territories use the country whose codes their banks use', () => {
  expect(bicFitsCountry('FR', 'RE')).toBe(true);
  expect(bicFitsCountry('JE', 'GB')).toBe(true);
  expect(bicFitsCountry('DE', 'DE')).toBe(true);
  expect(bicFitsCountry('DE', 'AT')).toBe(false);
});
