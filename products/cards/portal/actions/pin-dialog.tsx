/** Sets the PIN of a card: typed twice, never stored in the page. */
import type { CardDetails } from '@calmly/contract';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconPassword } from '@tabler/icons-react';
import { setPinMutation } from '../queries.ts';

interface PinDialogProps {
  card: CardDetails;
  onClose: () => void;
}

const field = { type: 'password', inputMode: 'numeric', maxLength: 4, autoComplete: 'off' } as const;

export function PinDialog({ card, onClose }: PinDialogProps) {
  const t = useTranslations('cards.pin');
  const form = useForm({
    start: { pin: '', again: '' },
    read: ({ pin, again }) => {
      if (!/^\d{4}$/.test(pin)) return { faults: { pin: t('fourDigits') } };
      return pin === again ? { body: { pin } } : { faults: { again: t('different') } };
    },
    mutation: setPinMutation(card.id),
    onSent: () => {
      showSnackbar(t('done'));
      onClose();
    },
  });
  return (
    <FormDialog
      icon={<IconPassword aria-hidden="true" />}
      title={t(card.hasPin ? 'changeTitle' : 'setTitle')}
      text={t('text')}
      confirm={t('confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextField {...form.text('pin')} {...field} label={t('pin')} help={t('help')} data-autofocus />
      <TextField {...form.text('again')} {...field} label={t('again')} />
      <FormMessage form={form} />
    </FormDialog>
  );
}
