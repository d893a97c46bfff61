/**
 * The form of a company over all its steps: its draft, the errors of the open step, and the call at the end. If the server refuses a
 * field, the step with that field opens.
 */
import { ApiProblem } from '@calmly/contract';
import { heldByFiles, type Uploads, useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { type Form, useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import type { UseMutationOptions } from '@tanstack/react-query';
import type { CompanyDraft, companyDraft } from './company-draft.ts';
import { bodyOf, type DraftStep, draftSteps, stepFaults, stepOfPath } from './company-errors.ts';
import type { Save } from './queries.ts';

export interface CompanyForm extends Pick<Form<CompanyDraft>, 'message' | 'busy' | 'change' | 'props'> {
  readonly draft: CompanyDraft;
  readonly faults: Faults;
  readonly uploads: Uploads;
}

export type StepProps = Pick<CompanyForm, 'draft' | 'faults' | 'change'>;

interface Options<Saved> {
  /** Undefined: a company that the server does not have yet. */
  readonly companyId: string | undefined;
  /** For a change: the version of the facts that it started with. */
  readonly version?: string;
  /** The store of the draft, with its initial values. */
  readonly kept: ReturnType<typeof companyDraft>;
  readonly begin: () => CompanyDraft;
  /** The call that sends the form. */
  readonly mutation: UseMutationOptions<Saved, Error, Save>;
  readonly step: DraftStep | undefined;
  readonly onStep: (step: DraftStep) => void;
  readonly onSaved: (saved: Saved) => void;
}

/**
 * Without `step`, a submit sends the form; otherwise it opens the next step, and the last one sends. An incomplete draft opens the first step with an
 * error.
 */
export function useCompanyForm<Saved>(options: Options<Saved>): CompanyForm {
  const { companyId, version, kept, begin, mutation, step, onStep, onSaved } = options;
  const t = useTranslations('companies.faults');
  const form = useForm({
    start: begin,
    kept,
    live: true,
    read: (draft) => {
      const now = new Date();
      const found = step ? Object.entries(stepFaults(step, draft, now)) : [];
      if (found.length > 0)
        return { faults: Object.fromEntries(found.flatMap(([path, key]) => (key ? [[path, t(key)]] : []))) };
      const following = step && draftSteps[draftSteps.indexOf(step) + 1];
      if (following) return { next: () => onStep(following) };
      const body = bodyOf(draft, now);
      return body
        ? { body: { companyId, body, reason: draft.reason.trim(), version, key: draft.key } }
        : { next: () => onStep(firstFaulty(draft)) };
    },
    mutation,
    onSent: onSaved,
    onRefused: (error) => {
      const [path] = error instanceof ApiProblem ? Object.keys(error.fields) : [];
      if (path !== undefined) onStep(stepOfPath(path));
    },
  });
  const { values, change } = form;
  const uploads = useUploads(values.documents, (next) =>
    change(({ documents }) => ({ documents: next(documents) })),
  );
  return {
    draft: values,
    faults: { ...form.faults, ...(uploads.refusal && { documentIds: uploads.refusal }) },
    message: form.message,
    busy: form.busy || uploads.busy,
    uploads,
    change,
    props: heldByFiles(uploads, form.props),
  };
}

/** A stored draft may lack values that an earlier step requires. */
const firstFaulty = (draft: CompanyDraft): DraftStep =>
  draftSteps.find((step) => Object.keys(stepFaults(step, draft, new Date())).length > 0) ?? 'company';
