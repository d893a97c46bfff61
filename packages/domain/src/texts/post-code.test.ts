import { describe, expect, it } from 'vitest';
import { checkPostCode } from './post-code.ts';

describe('a postcode', () => {
  it.each([
    ['EE', '10123'],
    ['LV', 'LV-1010'],
    ['LV', '1010'],
    ['LT', 'LT01124'],
    ['LU', 'L-1009'],
    ['DE', 'D-10115'],
    ['PL', '00950'],
    ['PL', '00-950'],
    ['NL', '1012 ab'],
    ['SE', '111 22'],
    ['GB', 'SW1A 1AA'],
    ['GB', 'm1 1ae'],
    ['IE', 'D02 AF30'],
    ['PT', '1000-205'],
    ['US', '10001-2345'],
    ['CA', 'K1A 0B1'],
    ['MT', 'VLT 1117'],
  ])('of %s may be %s', (country, text) => {
    expect(checkPostCode(country, text)).toEqual({ ok: true });
  });

  it.each([
    ['EE', '1012', '12345'],
    ['EE', 'LV-1010', '12345'],
    ['DE', '1011O', '12345'],
    ['NL', '1012', '1234 AB'],
    ['GB', '10123', 'AB12 3CD'],
    ['PL', '00-95', '12-345'],
    ['LV', '10103', '1234'],
  ])('of %s is not %s but looks different', (country, text, example) => {
    expect(checkPostCode(country, text)).toEqual({ ok: false, example });
  });

  it('is free text if the country’s format is unknown', () => {
    expect(checkPostCode('AE', 'PO Box 5')).toEqual({ ok: true });
    expect(checkPostCode('', 'anything')).toEqual({ ok: true });
  });
});
