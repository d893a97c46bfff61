/** Why the server refused a form, if no field is the cause. */
import { ProblemHelp } from '@calmly/ui/help-link.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import type { Form } from './use-form.ts';

export function FormMessage({
  form: { message, error },
}: {
  form: Pick<Form<never>, 'message'> & Partial<Pick<Form<never>, 'error'>>;
}) {
  return (
    message && (
      <Notice tone="refusal">
        {message}
        <ProblemHelp error={error} />
      </Notice>
    )
  );
}
