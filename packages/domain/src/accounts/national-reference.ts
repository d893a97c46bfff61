/**
 * National payment references. A payee prints one on the invoice, and the payee's bank or software matches it. Each kind has its own check digits.
 * The country of the payee's account decides which rule applies. Sources: the banking associations of Estonia and Finland (7-3-1), Febelfin (OGM-VCS,
 * mod 97), SIX (QR reference, mod 10 recursive), Finance Norway (KID), Bankgirot (OCR), the rules for HR01 (FINA) and SI12 (Bank Association of
 * Slovenia), mod 11.
 */
import { isCreditorReference } from './creditor-reference.ts';

type Rule = (reference: string) => boolean;

const digitsOf = (text: string): number[] => [...text].map(Number);

/** The last digit makes the sum of the others, weighted 7, 3, 1 from the right, a multiple of ten. */
const is731 = (reference: string): boolean => {
  const [check = 0, ...others] = digitsOf(reference).reverse();
  const sum = others.reduce((total, digit, place) => total + digit * ([7, 3, 1][place % 3] ?? 0), 0);
  return (10 - (sum % 10)) % 10 === check;
};

const isLuhn = (reference: string): boolean => {
  const sum = digitsOf(reference)
    .reverse()
    .reduce((total, digit, place) => {
      const doubled = place % 2 === 0 ? digit : digit * 2;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
};

/** Weights 2, 3, 4 … from the right, up to `most` and then from 2 again. A remainder of 10 is either invalid or the digit 0. */
const isMod11 = (reference: string, most: number, tenIs?: 0): boolean => {
  const [check = 0, ...others] = digitsOf(reference).reverse();
  const sum = others.reduce((total, digit, place) => total + digit * (2 + (place % (most - 1))), 0);
  const rest = 11 - (sum % 11);
  return (rest === 11 ? 0 : rest === 10 ? tenIs : rest) === check;
};

/** Table of the recursive modulo 10 of Swiss and Liechtenstein payment slips. */
const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

const isMod10Recursive = (reference: string): boolean => {
  const digits = digitsOf(reference);
  const check = digits.pop();
  return (10 - digits.reduce((carry, digit) => carries[(carry + digit) % 10] ?? 0, 0)) % 10 === check;
};

/** A model of two digits and up to three groups. Models without a rule here are not checked; their banks do not check them either. */
const isModelled =
  (country: 'HR' | 'SI', checked: string): Rule =>
  (reference) => {
    const [, of, model, groups = ''] = /^(HR|SI)(\d{2})(\d{1,12}(?:-\d{1,12}){0,2})?$/.exec(reference) ?? [];
    if (of !== country || model === undefined || groups.length > 22) return false;
    if (model === '99') return groups === '';
    if (groups === '') return false;
    return model !== checked || (groups.length > 1 && isMod11(groups.replaceAll('-', ''), 99, 0));
  };

const isDigits = (reference: string, least: number, most: number): boolean =>
  /^\d+$/.test(reference) && reference.length >= least && reference.length <= most && /[1-9]/.test(reference);

const rules: Readonly<Record<string, Rule>> = {
  BE: (reference) =>
    isDigits(reference, 12, 12) &&
    (Number(reference.slice(0, 10)) % 97 || 97) === Number(reference.slice(10)),
  CH: (reference) => isDigits(reference, 27, 27) && isMod10Recursive(reference),
  EE: (reference) => isDigits(reference, 2, 20) && is731(reference),
  FI: (reference) => isDigits(reference, 4, 20) && is731(reference),
  HR: isModelled('HR', '01'),
  LI: (reference) => isDigits(reference, 27, 27) && isMod10Recursive(reference),
  NO: (reference) => isDigits(reference, 2, 25) && (isLuhn(reference) || isMod11(reference, 7)),
  SE: (reference) => isDigits(reference, 2, 25) && isLuhn(reference),
  SI: isModelled('SI', '12'),
};

/** Separators in each country's printed form: `+++090/9337/55493+++`. */
const separators: Readonly<Record<string, RegExp>> = { BE: /[+*/.]/g };

/**
 * The reference in its transmitted form (capitals, no spaces) if its check digits are correct by ISO 11649 or by the rule of the country of the
 * payee's account; undefined otherwise. `country`: ISO 3166-1 alpha-2, or undefined if the account is not known.
 */
export function structuredReferenceOf(text: string, country: string | undefined): string | undefined {
  const plain = text.toUpperCase().replaceAll(/\s/g, '');
  if (isCreditorReference(plain)) return plain;
  const rule = country === undefined ? undefined : rules[country];
  if (country === undefined || !rule) return undefined;
  const national = separators[country] ? plain.replaceAll(separators[country], '') : plain;
  return rule(national) ? national : undefined;
}
