/** Renames a card and changes its design on the screens. */
import { type CardDetails, cardNameLength } from '@calmly/contract';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { IconPencil } from '@tabler/icons-react';
import { renameMutation } from '../queries.ts';
import { DesignField } from './design-field.tsx';

interface ChangeDialogProps {
  card: CardDetails;
  onClose: () => void;
}

export function ChangeDialog({ card, onClose }: ChangeDialogProps) {
  const t = useTranslations('cards.change');
  const words = useTranslations('cardOrder.form');
  const { base, restart, overwrite } = useEditBase({ name: card.name, design: card.design });
  const form = useForm({
    start: base,
    read: ({ name, design }) => {
      const faults = missingTexts({ name }, { name: words('nameMissing') });
      return faults ? { faults } : { body: { name: name.trim(), design, before: base } };
    },
    mutation: renameMutation(card.id),
    onSent: onClose,
  });
  return (
    <FormDialog
      icon={<IconPencil aria-hidden="true" />}
      title={t('title')}
      confirm={t('confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextField
        {...form.text('name')}
        label={words('name')}
        maxLength={cardNameLength}
        autoComplete="off"
        data-autofocus
      />
      <DesignField
        value={form.values.design}
        kind={card.kind}
        onChange={(design) => form.change({ design })}
      />
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart(form.change)}
        onOverwrite={() => overwrite(form.submit)}
      >
        <span translate="no">{card.name}</span>; {words(`designs.${card.design}`)}
      </EditConflict>
    </FormDialog>
  );
}
