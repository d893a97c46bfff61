/** Changes the limits of a card. Lower ones are saved at once; what allows more asks for a code. */
import type { CardDetails } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';
import { IconGauge } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import { FormMessage } from '../../../shared/form/form-message.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { FormDialog } from '../../../ui/layers/form-dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { controlsMutation } from '../queries.ts';
import { changed } from './controls.ts';
import { LimitFields, readLimits, typedLimits } from './limit-fields.tsx';

export interface ControlsDialogProps {
  card: CardDetails;
  onClose: () => void;
}

export function LimitsDialog({ card, onClose }: ControlsDialogProps) {
  const t = useTranslations('cards.limits');
  const currency = isCurrency(card.currency) ? card.currency : 'EUR';
  const form = useForm({
    start: { limits: typedLimits(card.controls.limits) },
    read: ({ limits: typed }) => {
      const read = readLimits(typed, currency);
      if ('limits' in read) return { body: changed(card, { limits: read.limits }) };
      return { faults: Object.fromEntries(read.wrong.map((name) => [name, t('wrong')])) };
    },
    mutation: controlsMutation(card.id),
    onSent: () => {
      showSnackbar(t('saved', { name: card.name }));
      onClose();
    },
  });
  return (
    <FormDialog
      icon={<IconGauge aria-hidden="true" />}
      title={t('dialogTitle', { name: card.name })}
      text={t('dialogText')}
      confirm={t('save')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <LimitFields
        value={form.values.limits}
        currency={currency}
        faults={form.faults}
        onChange={(limits) => form.change({ limits })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
