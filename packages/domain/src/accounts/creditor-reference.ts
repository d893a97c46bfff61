/**
 * Creditor references (ISO 11649): a payer quotes one so that the arriving payment identifies what it pays. `RF`, two check digits (ISO
 * 7064 mod 97-10, as in an IBAN) and 1 to 21 letters and digits; compared in capitals without spaces, written in groups of four.
 */
import { composeIban } from './iban.ts';

const longestBody = 21;
const longestReference = 4 + longestBody;
const shape = /^RF\d{2}[A-Z0-9]{1,21}$/;

/** A reference with its check digits around `body`: 1 to 21 capitals and digits. */
export function composeCreditorReference(body: string): string {
  if (!/^[A-Z0-9]{1,21}$/.test(body)) throw new RangeError(`no creditor reference can be made of ${body}`);
  // The check digits of an IBAN whose country is RF.
  return composeIban('RF', body);
}

/** Whether the text, in capitals and without spaces, is a creditor reference with correct check digits. */
export function isCreditorReference(text: string): boolean {
  return shape.test(text) && composeIban('RF', text.slice(4)) === text;
}

/**
 * The possible creditor references in a payer's text, each once. Payers and their banks write them in groups, in small letters and
 * in the middle of a sentence, so their end is unclear: every end that fits the check digits is returned (one in 97
 * fits by chance), and only the issuer knows which of them exist.
 */
export function creditorReferencesIn(text: string): string[] {
  const plain = text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const found = new Set<string>();
  for (const { index } of plain.matchAll(/RF(?=\d{2}[A-Z0-9])/g))
    for (let length = 5; length <= longestReference && index + length <= plain.length; length += 1) {
      const candidate = plain.slice(index, index + length);
      if (isCreditorReference(candidate)) found.add(candidate);
    }
  return [...found];
}

/** Groups of four, as ISO 11649 requires in print: `RF18 5390 0754 7034`. */
export const formatCreditorReference = (reference: string): string =>
  reference.replace(/(.{4})(?=.)/g, '$1 ');
