/** What the client says the columns hold, and what is still missing. */
import { fieldsOfSeveralColumns, type PayoutField } from '@calmly/contract';

export type Columns = readonly (PayoutField | null)[];

export type MappingFault = { readonly code: 'missingAmount' | 'missingAccount' } | TwiceFault;
interface TwiceFault {
  readonly code: 'twice';
  readonly field: PayoutField;
}

/** Undefined when rows can be checked. */
export function faultOf(columns: Columns): MappingFault | undefined {
  if (!columns.includes('amount')) return { code: 'missingAmount' };
  if (!columns.includes('account') && !columns.includes('payeeId')) return { code: 'missingAccount' };
  const twice = columns.find(
    (field, index) =>
      field !== null && !fieldsOfSeveralColumns.includes(field) && columns.indexOf(field) !== index,
  );
  return twice ? { code: 'twice', field: twice } : undefined;
}

/** The name of a column as spreadsheets have it: A, B, … Z, AA. */
export function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
