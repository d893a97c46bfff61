/** What a refused form shows: the sentences beside the fields, and one for the form when the fault is no field's. */
import { ApiProblem } from '@calmly/contract';
import { isFailure, useProblemText } from '../../session/problem-text.ts';

interface Faults {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string | undefined;
}

export function useFaults(error: unknown): Faults {
  const problemText = useProblemText();
  if (!isFailure(error)) return { fields: {}, message: undefined };
  const fields = error instanceof ApiProblem ? error.fields : {};
  return { fields, message: Object.keys(fields).length > 0 ? undefined : problemText(error) };
}

/** Moves the focus to the first field that is marked, once the marks are drawn. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
