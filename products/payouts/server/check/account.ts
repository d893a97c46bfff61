/** The account of a row as it is written: IBAN or number, and what tells two accounts apart. Pure. */
import { checkBic, checkIban, isIbanCountry, normaliseIban } from '@calmly/domain';
import type { Cells } from '../row.ts';

/** A number as it is compared. */
export const compact = (text: string | undefined): string => normaliseIban(text ?? '');

const looksLikeIban = /^[A-Z]{2}[0-9OIL]{2}[A-Z0-9]{10,}$/;

/** Whether the text is meant as an IBAN, right or wrong. */
export const isMeantAsIban = (plain: string): boolean =>
  looksLikeIban.test(plain) || (isIbanCountry(plain.slice(0, 2)) && plain.length >= 12);

/** A long number as a spreadsheet shows it once its digits are gone, and writes it into a CSV file: `1.23457E+15`. */
export const hasLostDigits = (plain: string): boolean => /^\d([.,]\d+)?E\+?\d{1,2}$/.test(plain);

/** What the client's book keeps an account under; undefined where the row names none. */
export function accountKeyOf(cells: Cells): string | undefined {
  const plain = compact(cells.account);
  if (plain === '') return undefined;
  if (isMeantAsIban(plain)) {
    const checked = checkIban(plain);
    return checked.ok ? checked.iban : undefined;
  }
  return `${compact(cells.sortCode) || compact(cells.routingNumber) || longBic(cells.bic)}:${plain}`;
}

function longBic(text: string | undefined): string {
  const checked = checkBic(text ?? '');
  return checked.ok ? checked.bic : '';
}
