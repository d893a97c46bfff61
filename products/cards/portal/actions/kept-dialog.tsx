/** Explains that the card processor keeps a card's number and PIN, and what to do instead. */
import type { Card } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconEyeOff } from '@tabler/icons-react';

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
