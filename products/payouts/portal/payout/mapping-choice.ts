/** The client's assignment of columns to fields, and its errors. */
import { fieldsOfSeveralColumns, type PayoutField } from '@calmly/contract';

export type Columns = readonly (PayoutField | null)[];

export type MappingFault = { readonly code: 'missingAmount' | 'missingAccount' } | TwiceFault;
interface TwiceFault {
  readonly code: 'twice';
  readonly field: PayoutField;
}

/** Undefined if the assignment is complete. */
export function faultOf(columns: Columns): MappingFault | undefined {
  if (!columns.includes('amount')) return { code: 'missingAmount' };
  if (!columns.includes('account') && !columns.includes('payeeId')) return { code: 'missingAccount' };
  const twice = columns.find(
    (field, index) =>
      field !== null && !fieldsOfSeveralColumns.includes(field) && columns.indexOf(field) !== index,
  );
  return twice ? { code: 'twice', field: twice } : undefined;
}

/** The name of a column in spreadsheets: A, B, … Z, AA. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
