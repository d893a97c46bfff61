import { chanceOf } from '@calmly/server/test/support/chance.ts';
import { expect, test } from 'vitest';
import { luhnDigit, newCardNumber } from './sandbox-numbers.ts';

test('the check digit is that of published numbers', () => {
  // The example of ISO/IEC 7812-1 and a test number of Visa.
  expect(luhnDigit('7992739871')).toBe('3');
  expect(luhnDigit('411111111111111')).toBe('1');
});

test('a number is in the test range and passes the check, and so is no other with one digit changed', () => {
  const random = chanceOf(7);
  for (let round = 0; round < 200; round += 1) {
    const { number, securityCode } = newCardNumber(random);
    expect(number).toMatch(/^400000\d{10}$/);
    expect(securityCode).toMatch(/^\d{3}$/);
    expect(luhnDigit(number.slice(0, -1))).toBe(number.at(-1));
    const place = 6 + random(9);
    const changed = number.slice(0, place) + ((Number(number[place]) + 1) % 10) + number.slice(place + 1);
    expect(luhnDigit(changed.slice(0, -1))).not.toBe(changed.at(-1));
  }
});
