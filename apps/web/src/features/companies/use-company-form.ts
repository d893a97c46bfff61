/**
 * The form of a company over all its steps: its draft, what is wrong with the step at hand, and the call at the end. What the bank
 * refuses leads back to the first step that has it.
 */
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { type Uploads, useUploads } from '../../shared/files/use-uploads.ts';
import { focusFirstFault, useRefusal } from '../../shared/form/faults.ts';
import { bodyOf, type DraftStep, draftSteps, type Faults, stepFaults, stepOfPath } from './company-checks.ts';
import type { CompanyDraft, companyDraft } from './company-draft.ts';
import type { Save } from './queries.ts';

export interface CompanyForm {
  readonly draft: CompanyDraft;
  readonly faults: Faults;
  /** What no field can be blamed for. */
  readonly message: string | undefined;
  readonly busy: boolean;
  readonly uploads: Uploads;
  readonly change: (next: (before: CompanyDraft) => Partial<CompanyDraft>) => void;
  readonly form: {
    readonly ref: React.RefObject<HTMLFormElement | null>;
    readonly onSubmit: (event: React.FormEvent) => void;
    readonly noValidate: true;
  };
}

export type StepProps = Pick<CompanyForm, 'draft' | 'faults' | 'change'>;

interface Options<Saved> {
  /** Undefined: a company that the bank does not have yet. */
  readonly companyId: string | undefined;
  /** Where the draft is kept, and what it begins with. */
  readonly kept: ReturnType<typeof companyDraft>;
  readonly begin: () => CompanyDraft;
  /** The call at the end. */
  readonly mutation: UseMutationOptions<Saved, Error, Save>;
  readonly step: DraftStep | undefined;
  readonly onStep: (step: DraftStep) => void;
  readonly onSaved: (saved: Saved) => void;
}

export function useCompanyForm<Saved>(options: Options<Saved>): CompanyForm {
  const { companyId, kept, begin, step, onStep, onSaved } = options;
  const t = useTranslations('companies.faults');
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => kept.read() ?? begin());
  const [judged, setJudged] = useState<DraftStep>();
  const saving = useMutation(options.mutation);
  const refused = useRefusal(saving.error);

  const change: CompanyForm['change'] = (next) => {
    setDraft((before) => {
      // Other content is another intent.
      const after = { ...before, ...next(before), key: crypto.randomUUID() };
      kept.keep(after);
      return after;
    });
    if (saving.isError) saving.reset();
  };
  const uploads = useUploads(draft.documents, (next) =>
    change(({ documents }) => ({ documents: next(documents) })),
  );
  const found = judged !== undefined && judged === step ? stepFaults(judged, draft, new Date()) : {};
  const own = Object.fromEntries(
    Object.entries(found).flatMap(([path, key]) => (key ? [[path, t(key)]] : [])),
  );

  const save = () => {
    const body = bodyOf(draft, new Date());
    if (!body) return onStep(firstFaulty(draft));
    saving.mutate(
      { companyId, body, reason: draft.reason.trim(), key: draft.key },
      {
        onSuccess: (saved) => {
          kept.forget();
          onSaved(saved);
        },
        onError: (error) => {
          const [path] = error instanceof Error && 'fields' in error ? Object.keys(Object(error.fields)) : [];
          if (path !== undefined) onStep(stepOfPath(path));
          focusFirstFault(ref.current);
        },
      },
    );
    return undefined;
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (step === undefined || saving.isPending) return;
    setJudged(step);
    if (uploads.busy) return;
    if (uploads.refusal || Object.keys(stepFaults(step, draft, new Date())).length > 0) {
      focusFirstFault(ref.current);
      return;
    }
    const next = draftSteps[draftSteps.indexOf(step) + 1];
    if (next === undefined) save();
    else onStep(next);
  };
  return {
    draft,
    faults: { ...refused.fields, ...own, ...(uploads.refusal && { documentIds: uploads.refusal }) },
    message: refused.message,
    busy: saving.isPending || uploads.busy,
    uploads,
    change,
    form: { ref, onSubmit: submit, noValidate: true },
  };
}

/** A draft that was kept may lack what an earlier step asks for. */
const firstFaulty = (draft: CompanyDraft): DraftStep =>
  draftSteps.find((step) => Object.keys(stepFaults(step, draft, new Date())).length > 0) ?? 'company';
