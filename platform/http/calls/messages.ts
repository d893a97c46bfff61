/** The texts of the contract's problem tables in the caller's language (ICU messages, compiled once). */
import { type FieldProblemCode, fieldProblems, type ProblemCode, problems } from '@calmly/contract';
import { IntlMessageFormat } from 'intl-messageformat';
import type { ProblemParams } from '../../problem.ts';
import type { Locale } from '../../work.ts';

const compiled = new Map<string, IntlMessageFormat>();

/** Plain text. Throws if a parameter of the message is missing. */
export function problemMessage(code: ProblemCode, params: ProblemParams, locale: Locale): string {
  return formatMessage(problems[code][locale], params, locale);
}

/** Like `problemMessage`, for a problem with one field. */
export function fieldMessage(code: FieldProblemCode, params: ProblemParams, locale: Locale): string {
  return formatMessage(fieldProblems[code][locale], params, locale);
}

/** An ICU message with its parameters filled in. */
export function formatMessage(text: string, params: ProblemParams, locale: Locale): string {
  const key = `${locale} ${text}`;
  let message = compiled.get(key);
  if (message === undefined) {
    message = new IntlMessageFormat(text, locale, undefined, { ignoreTag: true });
    compiled.set(key, message);
  }
  return String(message.format(params));
}
