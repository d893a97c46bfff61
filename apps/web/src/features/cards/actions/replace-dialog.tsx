/** Replaces a lost, stolen, damaged or expiring card: the new one takes its money, name and limits. */
import { type CardDetails, newIdempotencyKey } from '@calmly/contract';
import { IconReplace } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import { FormMessage } from '../../../shared/form/form-message.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { RadioRow } from '../../../ui/fields/field.tsx';
import { FieldGroup } from '../../../ui/fields/field-group.tsx';
import { FormDialog } from '../../../ui/layers/form-dialog.tsx';
import { showSnackbar } from '../../../ui/layers/snackbar.tsx';
import { canRenew } from '../card-state.ts';
import { type ReplaceReason, replaceMutation, replaceReasons } from '../queries.ts';
import classes from './actions.module.css';

interface ReplaceDialogProps {
  card: CardDetails;
  onClose: () => void;
  onReplaced: (id: string) => void;
}

export function ReplaceDialog({ card, onClose, onReplaced }: ReplaceDialogProps) {
  const t = useTranslations('cards.replace');
  const isExpired = card.status === 'EXPIRED';
  const form = useForm({
    start: () => ({ reason: (isExpired ? 'renewal' : '') as ReplaceReason | '', key: newIdempotencyKey() }),
    read: ({ reason, key }) =>
      reason === '' ? { faults: { reason: t('reasonMissing') } } : { body: { body: { reason }, key } },
    mutation: replaceMutation(card.id),
    onSent: (next) => {
      showSnackbar(t(card.kind === 'PLASTIC' ? 'ordered' : 'done', { lastFour: next.lastFour }));
      onReplaced(next.id);
    },
  });
  const { reason } = form.values;
  return (
    <FormDialog
      icon={<IconReplace aria-hidden="true" />}
      title={t('title', { name: card.name })}
      text={t(card.kind === 'PLASTIC' ? 'textPlastic' : 'text')}
      confirm={t('confirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      {!isExpired && (
        <FieldGroup label={t('why')} error={form.faults.reason}>
          <div className={classes.options}>
            {replaceReasons
              .filter((each) => each !== 'renewal' || canRenew(card, new Date()))
              .map((each) => (
                <RadioRow
                  key={each}
                  name="reason"
                  title={t(`reasons.${each}.title`)}
                  text={t(`reasons.${each}.text`)}
                  checked={each === reason}
                  onChange={() => form.change({ reason: each })}
                />
              ))}
          </div>
        </FieldGroup>
      )}
      <FormMessage form={form} />
    </FormDialog>
  );
}
