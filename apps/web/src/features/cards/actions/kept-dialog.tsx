/** Says that the card processor keeps the number and the PIN of a card, and what to do instead. */
import type { Card } from '@calmly/contract';
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { MessageDialog } from '../../../ui/layers/dialog.tsx';

export function KeptDialog({ kind, onClose }: Pick<Card, 'kind'> & { onClose: () => void }) {
  const t = useTranslations('cards.kept');
  return (
    <MessageDialog
      icon={<IconEyeOff aria-hidden="true" />}
      title={t('title')}
      text={`${t('text')} ${t(kind)}`}
      actions={
        <Button size="l" data-autofocus onClick={onClose}>
          {t('close')}
        </Button>
      }
      onCancel={onClose}
    />
  );
}
