/**
 * `NbOfTxs` and `CtrlSum`: the declared totals of a message, compared with its transactions. Sums are exact; several currencies are added to one
 * number, as the schema defines.
 */
import { FileRefused } from '../refusal.ts';

/** Decimals of the smallest unit of a sum: DecimalNumber of the schema has at most 17. */
const decimals = 17;

export interface Totals {
  add(amount: string): void;
  /** Errors: FileRefused if the declared values differ. Null: not declared. */
  check(declaredNumber: string | null, declaredSum: string | null): void;
}

/** Totals of a PmtInf, or of the whole message for null. */
export function createTotals(group: string | null): Totals {
  let count = 0;
  let sum = 0n;
  /** An unreadable amount is the row's fault, and makes the sum meaningless. */
  let isReadable = true;
  return {
    add(amount) {
      count += 1;
      const value = scaled(amount);
      if (value === undefined) isReadable = false;
      else sum += value;
    },
    check(declaredNumber, declaredSum) {
      if (declaredNumber !== null && !isNumber(declaredNumber, count))
        throw new FileRefused({
          code: 'number_of_transactions',
          group,
          declared: declaredNumber.slice(0, 20),
          found: String(count),
        });
      if (declaredSum !== null && isReadable && scaled(declaredSum) !== sum)
        throw new FileRefused({
          code: 'control_sum',
          group,
          declared: declaredSum.slice(0, 40),
          found: written(sum),
        });
    },
  };
}

const isNumber = (text: string, count: number): boolean => /^\d{1,15}$/.test(text) && Number(text) === count;

/** A decimal as a whole number of the smallest unit; undefined for anything else. */
function scaled(text: string): bigint | undefined {
  const match = /^\+?(\d{1,20})(?:\.(\d{0,17}))?$/.exec(text);
  return match ? BigInt(`${match[1]}${(match[2] ?? '').padEnd(decimals, '0')}`) : undefined;
}

function written(sum: bigint): string {
  const digits = sum.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0{1,17}$/, '');
  return `${digits.slice(0, -decimals)}${fraction && `.${fraction}`}`;
}
