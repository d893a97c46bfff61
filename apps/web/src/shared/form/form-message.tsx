/** Why the server refused a form, if no field is the cause. */
import { Notice } from '../../ui/surface.tsx';
import type { Form } from './use-form.ts';

export function FormMessage({ form: { message } }: { form: Pick<Form<never>, 'message'> }) {
  return message && <Notice tone="refusal">{message}</Notice>;
}
