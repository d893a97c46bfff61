/** The account of a row: IBAN or number, and the key that identifies an account. Pure. */
import { checkBic, checkIban, isIbanCountry, normaliseIban } from '@calmly/domain';
import type { Cells } from '../row.ts';

/** A number in comparable form. */
export const compact = (text: string | undefined): string => normaliseIban(text ?? '');

const looksLikeIban = /^[A-Z]{2}[0-9OIL]{2}[A-Z0-9]{10,}$/;

/** Whether the text is meant as an IBAN, valid or not. */
export const isMeantAsIban = (plain: string): boolean =>
  looksLikeIban.test(plain) || (isIbanCountry(plain.slice(0, 2)) && plain.length >= 12);

/** A long number whose digits a spreadsheet has lost and exported to CSV as `1.23457E+15`. */
export const hasLostDigits = (plain: string): boolean => /^\d([.,]\d+)?E\+?\d{1,2}$/.test(plain);

/** The key of an account among the client's saved payees; undefined if the row names no account. */
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
