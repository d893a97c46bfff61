/** The form of one onboarding step: every text is required unless it is optional, and the draft is kept until the step is saved. */
import type { Onboarding } from '@calmly/contract';
import type { tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { type Reading, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import type { UseMutationOptions } from '@tanstack/react-query';

interface StepFormOptions<Draft, Body> {
  readonly kept: ReturnType<typeof tabStorage<Draft>>;
  /** The server's values, or an empty form. */
  readonly entered: Draft;
  readonly optional?: readonly (keyof Draft & string)[];
  /** The call's body, or errors other than empty fields. */
  readonly read: (draft: Draft) => Reading<Body>;
  readonly mutation: UseMutationOptions<Onboarding, Error, Body>;
  readonly onSaved: () => void;
}

/** A stored draft takes precedence over `entered`. */
export function useStepForm<Draft extends Readonly<Record<string, string>>, Body>(
  options: StepFormOptions<Draft, Body>,
) {
  const t = useTranslations('onboarding');
  const { kept, entered, optional = [], read, mutation, onSaved } = options;
  return useForm<Draft, Body, Onboarding>({
    start: entered,
    kept,
    read: (draft) => {
      const empty = Object.keys(draft).filter(
        (field) => draft[field]?.trim() === '' && !optional.includes(field),
      );
      const reading = read(draft);
      if (empty.length === 0) return reading;
      const faults = 'faults' in reading ? reading.faults : {};
      return { faults: { ...faults, ...Object.fromEntries(empty.map((field) => [field, t('required')])) } };
    },
    mutation,
    onSent: onSaved,
  });
}
