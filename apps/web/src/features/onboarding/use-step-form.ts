/**
 * The form of one step: its draft kept in the tab, what is missing, the server's faults beside their fields, the first of
 * them focused. Saved, the draft is forgotten and the flow goes on.
 */
import type { Onboarding } from '@calmly/contract';
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import type { tabStorage } from '../../session/tab-storage.ts';
import { focusFirstFault, useRefusal } from '../../shared/form/faults.ts';

type Faults<Draft> = Partial<Record<keyof Draft & string, string>>;

interface StepFormOptions<Draft, Body> {
  readonly kept: ReturnType<typeof tabStorage<Draft>>;
  /** What the bank has, or an empty form. */
  readonly entered: Draft;
  readonly optional?: readonly (keyof Draft & string)[];
  /** The call's body, or the sentences for what is wrong besides empty fields. */
  readonly toBody: (draft: Draft) => { readonly body: Body } | { readonly faults: Faults<Draft> };
  readonly mutation: UseMutationOptions<Onboarding, Error, Body>;
  readonly onSaved: () => void;
}

export function useStepForm<Draft extends Readonly<Record<string, string>>, Body>(
  options: StepFormOptions<Draft, Body>,
) {
  const t = useTranslations('onboarding');
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => options.kept.read() ?? options.entered);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const saving = useMutation(options.mutation);
  const { fields, message } = useRefusal(saving.error);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    options.kept.keep(next);
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
    if (saving.isError) saving.reset();
  };
  const judge = () => {
    const empty = Object.keys(draft).filter(
      (field) => draft[field]?.trim() === '' && !options.optional?.includes(field),
    );
    const judged = options.toBody(draft);
    const faults = 'faults' in judged ? judged.faults : {};
    return empty.length > 0
      ? { faults: { ...faults, ...Object.fromEntries(empty.map((field) => [field, t('required')])) } }
      : judged;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending) return;
    const judged = judge();
    if ('faults' in judged) {
      setFaults(judged.faults as Record<string, string>);
      focusFirstFault(ref.current);
      return;
    }
    setFaults({});
    saving.mutate(judged.body, {
      onSuccess: () => {
        options.kept.forget();
        options.onSaved();
      },
      onError: () => focusFirstFault(ref.current),
    });
  };
  const errors: Readonly<Record<string, string | undefined>> = { ...fields, ...faults };
  return {
    draft,
    errors,
    message,
    change,
    busy: saving.isPending,
    form: { ref, onSubmit: submit, noValidate: true },
    /** The props of a text field. */
    text: (field: keyof Draft & string) => ({
      name: field,
      value: draft[field] ?? '',
      error: errors[field],
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        change({ [field]: event.currentTarget.value } as Partial<Draft>),
    }),
  };
}
