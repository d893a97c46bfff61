/** The result of a refusal for a form: an error at each affected field, or one sentence for the whole form. */
import { ApiProblem } from '@calmly/contract';
import { isFailure, useProblemText } from '../../session/problem-text.ts';

/** Sentences by field; a path such as `people.0.share` names a field inside a list. */
export type Faults = Readonly<Record<string, string | undefined>>;

interface Refusal {
  readonly fields: Faults;
  /** Undefined if nothing failed, or if the fields show everything. */
  readonly message: string | undefined;
}

/** Cancelling the code is no failure: nothing is shown. */
export function useRefusal(error: unknown): Refusal {
  const problemText = useProblemText();
  if (!isFailure(error)) return { fields: {}, message: undefined };
  const fields = fieldsOf(error);
  return { fields, message: Object.keys(fields).length > 0 ? undefined : problemText(error) };
}

/** The server's sentences by field. */
export const fieldsOf = (error: unknown): Faults => (error instanceof ApiProblem ? error.fields : {});

/** The first field marked as faulty, or a focusable refusal above it. */
export const firstFault = (form: ParentNode): HTMLElement | null =>
  form.querySelector('[aria-invalid="true"], [data-faulty] [type=radio], [data-refused]');

/** On a busy device React renders the marks some frames after the answer. */
const framesToWait = 30;

/** Focuses the first fault, once React has rendered the marks. */
export function focusFirstFault(form: Element | null | undefined, frames = framesToWait): void {
  requestAnimationFrame(() => {
    const fault = form && firstFault(form);
    if (fault) fault.focus();
    else if (frames > 0) focusFirstFault(form, frames - 1);
  });
}

/** The sentence for each of these texts that is empty; undefined when all are filled in. */
export function missingTexts<Name extends string>(
  values: Readonly<Record<Name, string>>,
  sentences: Readonly<Record<Name, string>>,
): Faults | undefined {
  const missing = (Object.keys(sentences) as Name[]).filter((name) => values[name].trim() === '');
  return missing.length > 0 ? Object.fromEntries(missing.map((name) => [name, sentences[name]])) : undefined;
}
