/**
 * Card numbers of the sandbox. They start with 4000 00, a range that schemes keep for tests and no bank issues, and pass the Luhn check, so
 * forms accept them and no real shop does. A real processor makes its own numbers.
 */

/** The first six digits of every card of the sandbox. */
export const sandboxBin = '400000';

export interface NewCardNumber {
  /** 16 digits. */
  readonly number: string;
  /** Three digits, printed on the back. */
  readonly securityCode: string;
}

/** A new number and its security code. `random` answers a whole number from 0 up to, not including, `below`; use `randomInt` of node:crypto. */
export function newCardNumber(random: (below: number) => number): NewCardNumber {
  const digits = (count: number) => Array.from({ length: count }, () => random(10)).join('');
  const partial = sandboxBin + digits(9);
  return { number: partial + luhnDigit(partial), securityCode: digits(3) };
}

/** The check digit after these digits. Source: ISO/IEC 7812-1, annex B. */
export function luhnDigit(partial: string): string {
  let sum = 0;
  for (const [place, digit] of [...partial].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}
