/** Names a template and chooses what it fills in besides the payee: a new one from a form or a payment, or an existing one. */
import type { TypedForm } from '@calmly/contract';
import { useTranslations } from '../../../i18n/index.tsx';
import { missingTexts } from '../../../shared/form/faults.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { ProblemNotice } from '../../../shared/problem-notice.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { FormDialog } from '../../../ui/layers/form-dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { keepFormMutation } from './kept-queries.ts';

interface TemplateDialogProps {
  /** Undefined: a new one. */
  readonly id?: string;
  readonly name: string;
  readonly form: TypedForm;
  readonly onClose: () => void;
}

const longestName = 100;
const longestReference = 140;

export function TemplateDialog({ id, name: before, form: typed, onClose }: TemplateDialogProps) {
  const t = useTranslations('orders.template');
  const form = useForm({
    start: { name: before.slice(0, longestName), amount: typed.amount, reference: typed.reference },
    live: true,
    read: (values) => {
      const faults = missingTexts({ name: values.name }, { name: t('nameMissing') });
      const name = values.name.trim();
      const kept = { ...typed, amount: values.amount.trim(), reference: values.reference.trim() };
      return faults ? { faults } : { body: { id, kind: 'TEMPLATE' as const, name, form: kept } };
    },
    mutation: keepFormMutation,
    onSent: (_kept, { name }) => {
      showSnackbar(t('saved', { name: name ?? '' }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t(id ? 'editTitle' : 'newTitle')}
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
    </FormDialog>
  );
}
