/** After a payment that the client does not recognise: replaces the card or blocks it. */
import type { CardDetails } from '@calmly/contract';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useState } from 'react';
import { ReplaceDialog } from '../actions/replace-dialog.tsx';
import { blockMutation } from '../queries.ts';

interface ProtectDialogProps {
  card: CardDetails;
  onClose: () => void;
  onReplaced: (id: string) => void;
}

export function ProtectDialog({ card, onClose, onReplaced }: ProtectDialogProps) {
  const t = useTranslations('cardDisputes.protect');
  const [isReplacing, setReplacing] = useState(false);
  const form = useForm({
    start: { how: 'replace' as 'replace' | 'block' },
    read: () => ({ body: true }),
    mutation: blockMutation(card.id),
    onSent: () => {
      showSnackbar(t('blocked', { name: card.name }));
      onClose();
    },
  });
  const { how } = form.values;
  if (isReplacing) return <ReplaceDialog card={card} onClose={onClose} onReplaced={onReplaced} />;
  return (
    <FormDialog
      icon={<IconShieldExclamation aria-hidden="true" />}
      title={t('title')}
      text={t('text')}
      confirm={t('confirm')}
      cancel={t('later')}
      busy={form.busy}
      onSubmit={() => (how === 'replace' ? setReplacing(true) : form.submit())}
      onCancel={onClose}
    >
      <Grid gap={8}>
        {(['replace', 'block'] as const).map((each) => (
          <RadioRow
            key={each}
            name="how"
            title={t(each)}
            text={t(`${each}Text`)}
            checked={each === how}
            onChange={() => form.change({ how: each })}
          />
        ))}
      </Grid>
      <FormMessage form={form} />
    </FormDialog>
  );
}
