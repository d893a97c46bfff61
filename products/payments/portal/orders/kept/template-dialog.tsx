/** Names a template and chooses what it fills in besides the payee: a new one from a form or a payment, or an existing one. */
import type { KeptForm, TypedForm } from '@calmly/contract';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { keepFormMutation } from './kept-queries.ts';

interface TemplateDialogProps {
  /** The template that is changed, as it is now; undefined: a new one. */
  readonly kept?: KeptForm;
  readonly name: string;
  readonly form: TypedForm;
  readonly onClose: () => void;
}

const longestName = 100;
const longestReference = 140;

const typedTemplate = ({ name, form }: { readonly name: string; readonly form: TypedForm }) => ({
  name: name.slice(0, longestName),
  amount: form.amount,
  reference: form.reference,
});

export function TemplateDialog({ kept, name, form: typed, onClose }: TemplateDialogProps) {
  const t = useTranslations('orders.template');
  const newest = { name, form: typed, version: kept?.updatedAt };
  const { base, restart, overwrite } = useEditBase(newest);
  const form = useForm({
    start: () => typedTemplate(base),
    live: true,
    read: (values) => {
      const faults = missingTexts({ name: values.name }, { name: t('nameMissing') });
      const name = values.name.trim();
      const filled = { ...base.form, amount: values.amount.trim(), reference: values.reference.trim() };
      const { version } = base;
      return faults
        ? { faults }
        : { body: { id: kept?.id, version, kind: 'TEMPLATE' as const, name, form: filled } };
    },
    mutation: keepFormMutation,
    onSent: (_kept, { name }) => {
      showSnackbar(t('saved', { name: name ?? '' }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(kept ? 'editTitle' : 'newTitle')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextField
        {...form.text('name')}
        label={t('name')}
        autoComplete="off"
        maxLength={longestName}
        data-autofocus
      />
      <TextField
        {...form.text('amount')}
        label={t('amount')}
        inputMode="decimal"
        autoComplete="off"
        optional
        help={t('amountHelp')}
      />
      <TextField
        {...form.text('reference')}
        label={t('reference')}
        autoComplete="off"
        maxLength={longestReference}
        optional
      />
      {!form.faults.name && <ProblemNotice error={form.error} />}
      <EditConflict
        error={form.error}
        onRestart={() => restart((begin) => form.change(typedTemplate(begin)))}
        onOverwrite={() => overwrite(form.submit)}
      >
        <span translate="no">{[name, typed.amount, typed.reference].filter(Boolean).join('; ')}</span>
      </EditConflict>
    </FormDialog>
  );
}
