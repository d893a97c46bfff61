/** Changes the limits of a card. Lower limits are saved at once; higher ones require a code. */
import type { CardDetails } from '@calmly/contract';
import { isCurrency } from '@calmly/domain';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { IconGauge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { controlsMutation, offerQuery } from '../queries.ts';
import { changed, limitNames } from './controls.ts';
import { LimitFields, readLimits, typedLimits } from './limit-fields.tsx';
import { useControlsSaved } from './use-controls-saved.ts';

export interface ControlsDialogProps {
  card: CardDetails;
  onClose: () => void;
}

export function LimitsDialog({ card, onClose }: ControlsDialogProps) {
  const t = useTranslations('cards.limits');
  const tellSaved = useControlsSaved();
  const namesOf = useNames();
  const approvers = useQuery(offerQuery).data?.approvers ?? [];
  const currency = isCurrency(card.currency) ? card.currency : 'EUR';
  const { base, restart } = useEditBase(card);
  const form = useForm({
    start: { limits: typedLimits(base.controls.limits) },
    read: ({ limits: typed }) => {
      const read = readLimits(typed, currency);
      if ('limits' in read) return { body: changed(base, { limits: read.limits }) };
      return { faults: Object.fromEntries(read.wrong.map((name) => [name, t('wrong')])) };
    },
    mutation: controlsMutation(card.id),
    onSent: (answer) => {
      tellSaved(answer);
      onClose();
    },
  });
  const shownLimit = (limit: string | null) => (limit === null ? t('noLimit') : amountText(limit, currency));
  return (
    <FormDialog
      icon={<IconGauge aria-hidden="true" />}
      title={t('dialogTitle', { name: card.name })}
      text={approvers.length > 0 ? t('dialogTextApproval', { names: namesOf(approvers) }) : t('dialogText')}
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
      <EditConflict
        error={form.error}
        onRestart={() => restart(({ controls }) => form.change({ limits: typedLimits(controls.limits) }))}
      >
        {limitNames
          .map((name) => `${t(`names.${name}`)}: ${shownLimit(card.controls.limits[name])}`)
          .join('; ')}
      </EditConflict>
    </FormDialog>
  );
}
