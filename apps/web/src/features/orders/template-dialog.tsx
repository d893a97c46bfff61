/** Names a template, and what it fills in besides whom it pays: a new one of a form or a payment, or one kept before. */
import { ApiProblem, type TypedForm } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
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

export function TemplateDialog({ id, name: before, form, onClose }: TemplateDialogProps) {
  const t = useTranslations('orders.template');
  const keep = useMutation(keepFormMutation);
  const [name, setName] = useState(before.slice(0, longestName));
  const [amount, setAmount] = useState(form.amount);
  const [reference, setReference] = useState(form.reference);
  const [asked, setAsked] = useState(false);
  const submit = () => {
    setAsked(true);
    if (name.trim() === '') return;
    const typed = { ...form, amount: amount.trim(), reference: reference.trim() };
    keep.mutate(
      { id, kind: 'TEMPLATE', name: name.trim(), form: typed },
      {
        onSuccess: () => {
          showSnackbar(t('saved', { name: name.trim() }));
          onClose();
        },
      },
    );
  };
  const fields = keep.error instanceof ApiProblem ? keep.error.fields : undefined;
  return (
    <FormDialog
      title={t(id ? 'editTitle' : 'newTitle')}
      confirm={t('save')}
      busy={keep.isPending}
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        label={t('name')}
        name="name"
        autoComplete="off"
        maxLength={longestName}
        data-autofocus
        value={name}
        error={asked && name.trim() === '' ? t('nameMissing') : fields?.name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label={t('amount')}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        optional
        help={t('amountHelp')}
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextField
        label={t('reference')}
        name="reference"
        autoComplete="off"
        maxLength={longestReference}
        optional
        value={reference}
        onChange={(event) => setReference(event.target.value)}
      />
      {!fields?.name && <ProblemNotice error={keep.error} />}
    </FormDialog>
  );
}
