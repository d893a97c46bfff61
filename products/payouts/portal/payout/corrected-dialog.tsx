/** Another file in place of the rows that are there. */
import type { PayoutDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DropZone } from '../create/drop-zone.tsx';
import { useUpload } from '../upload.ts';
import { PlainDialog } from './plain-dialog.tsx';

export function CorrectedDialog({ payout, onClose }: { payout: PayoutDetails; onClose: () => void }) {
  const t = useTranslations('payouts.corrected');
  const ui = useTranslations('ui');
  const upload = useUpload(onClose, { into: payout });
  return (
    <PlainDialog title={t('title')} text={t('text')} close={ui('cancel')} onClose={onClose}>
      <DropZone upload={upload} />
    </PlainDialog>
  );
}
