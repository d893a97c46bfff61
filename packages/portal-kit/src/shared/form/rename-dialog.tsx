/** Renames an account, a browser or a passkey. The new name is sent with the one from when the dialog opened. */

import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { IconPencil } from '@tabler/icons-react';
import type { UseMutationOptions } from '@tanstack/react-query';
import { EditConflict, useEditBase } from './edit-conflict.tsx';
import { missingTexts } from './faults.ts';
import { useForm } from './use-form.ts';

interface RenameDialogProps<Answer> {
  title: string;
  label: string;
  help?: string;
  maxLength: number;
  /** The sentence for an empty name. */
  required: string;
  confirm: string;
  name: string;
  mutation: UseMutationOptions<Answer, Error, { name: string; before: string }>;
  onDone: () => void;
}

export function RenameDialog<Answer>(props: RenameDialogProps<Answer>) {
  const { title, label, help, maxLength, required, confirm, name: newest, mutation, onDone } = props;
  const { base, restart, overwrite } = useEditBase(newest);
  const form = useForm({
    start: { name: base },
    read: ({ name }) => {
      const faults = missingTexts({ name }, { name: required });
      return faults ? { faults } : { body: { name: name.trim(), before: base } };
    },
    mutation,
    onSent: onDone,
  });
  return (
    <FormDialog
      icon={<IconPencil aria-hidden="true" />}
      title={title}
      confirm={confirm}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onDone}
    >
      <TextField
        {...form.text('name')}
        label={label}
        help={help}
        maxLength={maxLength}
        autoComplete="off"
        data-autofocus
        error={form.faults.name ?? form.message}
      />
      <EditConflict
        error={form.error}
        onRestart={() => restart((name) => form.change({ name }))}
        onOverwrite={() => overwrite(form.submit)}
      >
        <span translate="no">{newest}</span>
      </EditConflict>
    </FormDialog>
  );
}
