/** The effect of a repair on a row. Pure, row by row in order of position. */
import type { EndpointInput, PayoutField, repairPayout } from '@calmly/contract';
import { checkSepaText, transliterate } from '@calmly/domain';
import type { Cells, Remark } from '../row.ts';
import type { StoredRow } from '../row-store.ts';

export type RepairInput = EndpointInput<typeof repairPayout>['body'];

export interface Repair {
  /** New cells of a row; undefined if it is unchanged. */
  readonly cellsFor: (row: StoredRow) => Cells | undefined;
  /** The value that `fill` would copy into the next empty cell, so that a repair can continue. */
  readonly above: () => string | undefined;
}

type CellsFor = Repair['cellsFor'];

/** Texts sent unchanged. A name or an address is transliterated when it is sent. */
const sepaFields: readonly PayoutField[] = ['reference', 'endToEndId'];

/** `above`: the value that the repair would have copied next. */
export function repairOf(input: RepairInput, above?: string): Repair {
  if (input.repair === 'fill') return filling(input, above);
  return { cellsFor: cellsForOf(input), above: () => undefined };
}

function cellsForOf(input: RepairInput): CellsFor {
  const { field } = input;
  const isMeant = (each: PayoutField) => field === undefined || each === field;
  switch (input.repair) {
    case 'suggestions':
      return ({ faults }) =>
        changes(faults.flatMap((fault) => (isMeant(fault.field) ? onlySuggestion(fault) : [])));
    case 'names':
      return ({ warnings }) =>
        changes(
          warnings.flatMap((warning) => (warning.code === 'name_check' ? onlySuggestion(warning) : [])),
        );
    case 'characters':
      return ({ cells }) =>
        changes(
          sepaFields.flatMap((at) => {
            const text = cells[at];
            return text !== undefined && isMeant(at) && !checkSepaText(text).ok
              ? [[at, transliterate(text)]]
              : [];
          }),
        );
    case 'replace':
      return replacing(input, isMeant);
    default:
      return () => undefined;
  }
}

type Change = readonly [PayoutField, string];

const onlySuggestion = ({ field, suggestions: [only, ...others] = [] }: Remark): Change[] =>
  only !== undefined && others.length === 0 ? [[field, only]] : [];

const changes = (list: readonly Change[]): Cells | undefined =>
  list.length > 0 ? Object.fromEntries(list) : undefined;

function replacing(
  { find = '', replacement = '' }: RepairInput,
  isMeant: (field: PayoutField) => boolean,
): CellsFor {
  return ({ cells }) =>
    changes(
      (Object.entries(cells) as Change[]).flatMap(([at, text]): Change[] => {
        const next = isMeant(at) ? replacedIn(text, find, replacement) : text;
        return next === text ? [] : [[at, next.slice(0, longestCell)]];
      }),
    );
}

/** Replaces every occurrence in any case, unless letters have another length in that case. */
function replacedIn(text: string, find: string, replacement: string): string {
  const [lower, wanted] = [text.toLowerCase(), find.toLowerCase()];
  if (lower.length !== text.length || wanted.length !== find.length || wanted === '')
    return text.replaceAll(find, () => replacement);
  const kept: string[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    kept.push(text.slice(from, at));
    from = at + wanted.length;
  }
  return [...kept, text.slice(from)].join(replacement);
}

const longestCell = 10_000;

function filling({ field, replacement, overwrite }: RepairInput, from: string | undefined): Repair {
  let above = from;
  return {
    above: () => above,
    cellsFor({ cells }) {
      if (field === undefined) return undefined;
      const own = cells[field];
      const value = replacement ?? above;
      if (own !== undefined && !overwrite) {
        above = own;
        return undefined;
      }
      above ??= own;
      return value === undefined || value === own ? undefined : { [field]: value };
    },
  };
}
