/** Another file in place of the rows that are there. */
import type { PayoutDetails } from '@calmly/contract';
import { useId } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layers/dialog.tsx';
import { DropZone } from '../create/drop-zone.tsx';
import { useUpload } from '../upload.ts';
import classes from './dialogs.module.css';

export function CorrectedDialog({ payout, onClose }: { payout: PayoutDetails; onClose: () => void }) {
  const t = useTranslations('payouts.corrected');
  const ui = useTranslations('ui');
  const id = useId();
  const upload = useUpload(onClose, payout);
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={onClose}>
      <h2 id={`${id}-title`} className={classes.title}>
        {t('title')}
      </h2>
      <p id={`${id}-text`} className={classes.text}>
        {t('text')}
      </p>
      <DropZone upload={upload} />
      <div className={classes.foot}>
        <Button size="l" onClick={onClose}>
          {ui('cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
