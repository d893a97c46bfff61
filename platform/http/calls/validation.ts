/**
 * Input validation: decodes parameters, query and body of a call by the endpoint's own schemas. Nothing is coerced that the schema does
 * not coerce, and no unknown field is dropped. Invalid fields are named by their path on the wire.
 *
 * Errors: `invalid_request` with one rejection per invalid field.
 */
import {
  type EndpointInput,
  type EndpointSpec,
  type FieldProblemCode,
  fieldProblems,
} from '@calmly/contract';
import { z } from 'zod';
import { badFields, type FieldRejection, Problem } from '../../problem.ts';

export interface RawInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** The call's input in our names. */
export function decodeInput<E extends EndpointSpec>(spec: E, raw: RawInput): EndpointInput<E> {
  return {
    params: decodePart(spec.params, raw.params),
    query: decodePart(spec.query, raw.query),
    body: decodePart(spec.body, raw.body),
  } as EndpointInput<E>;
}

function decodePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) {
    refuseFields(value);
    return undefined;
  }
  // A missing body is treated as an empty one, so that its missing fields are named one by one.
  const result = z.safeDecode(schema, value ?? {}, { reportInput: true });
  if (result.success) return result.data;
  throw badFields(...result.error.issues.flatMap(rejectionsOf));
}

/** Refuses fields of a call that takes no input, instead of ignoring them. */
function refuseFields(value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) throw new Problem('invalid_request');
  const names = Object.keys(value);
  if (names.length > 0) throw badFields(...names.map((field) => ({ field, code: 'unknown_field' as const })));
}

type Issue = z.core.$ZodIssue;

function rejectionsOf(issue: Issue): FieldRejection[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: [...path, key].join('.'), code: 'unknown_field' }));
  return [{ field: path.join('.'), code: reasonOf(issue) }];
}

/** A schema's message may be the code of a problem; otherwise the kind of the issue decides. */
function reasonOf(issue: Issue): FieldProblemCode {
  if (Object.hasOwn(fieldProblems, issue.message)) return issue.message as FieldProblemCode;
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_value'))
    return 'required';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'too_long';
  if (issue.code === 'too_small' && (issue.origin === 'string' || issue.origin === 'array'))
    return 'required';
  return 'invalid';
}

/** A path (`bank_details.0.iban`) of the first string that no text column can hold: U+0000 or half a surrogate pair. */
export function findUnstorableText(value: unknown): string | undefined {
  // Iterative, because the caller decides how deep a hostile body nests.
  const open: Array<readonly [path: string, value: unknown]> = [['', value]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, current] = next;
    if (typeof current === 'string' && !isStorable(current)) return path;
    if (typeof current !== 'object' || current === null) continue;
    for (const [name, member] of Object.entries(current)) {
      const memberPath = path === '' ? name : `${path}.${name}`;
      if (!isStorable(name)) return path;
      open.push([memberPath, member]);
    }
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
