/** Collects the remarks about one row, each fault of a field once. */
import type { FieldProblemCode, PayoutField } from '@calmly/contract';
import type { ProblemParams } from '@calmly/platform/problem.ts';
import type { Remark } from '../row.ts';

export interface Remarks {
  readonly list: Remark[];
  add(
    field: PayoutField,
    code: FieldProblemCode,
    more?: { readonly params?: ProblemParams | undefined; readonly suggestions?: readonly string[] },
  ): void;
  has(field: PayoutField): boolean;
}

/** Ignores a second remark with the same field and code, even if its parameters differ. */
export function createRemarks(): Remarks {
  const list: Remark[] = [];
  return {
    list,
    add(field, code, { params, suggestions = [] } = {}) {
      if (list.some((each) => each.field === field && each.code === code)) return;
      list.push({
        field,
        code,
        ...(params && { params }),
        ...(suggestions.length > 0 && { suggestions }),
      });
    },
    has: (field) => list.some((each) => each.field === field),
  };
}
