/** Activates a plastic card by the last four digits printed on it. */
import type { CardDetails } from '@calmly/contract';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconCreditCard } from '@tabler/icons-react';
import { activateMutation } from '../queries.ts';

interface ActivateDialogProps {
  card: CardDetails;
  onClose: () => void;
}

export function ActivateDialog({ card, onClose }: ActivateDialogProps) {
  const t = useTranslations('cards.activate');
  const form = useForm({
    start: { lastFour: '' },
    read: ({ lastFour }) =>
      /^\d{4}$/.test(lastFour) ? { body: { lastFour } } : { faults: { lastFour: t('fourDigits') } },
    mutation: activateMutation(card.id),
    onSent: () => {
      showSnackbar(t('done', { name: card.name }));
      onClose();
    },
  });
  return (
    <FormDialog
      icon={<IconCreditCard aria-hidden="true" />}
      title={t('title')}
      text={t('text')}
      confirm={t('confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextField
        {...form.text('lastFour')}
        label={t('lastFour')}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        data-autofocus
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
