/** A refused file: the reason and the next step. */
import type { PayoutDetails } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { DropZone } from '../create/drop-zone.tsx';
import { useUpload } from '../upload.ts';
import { useRefusalText } from '../words.tsx';
import { PartTitle } from './part-title.tsx';
import classes from './payout.module.css';

export function Refused({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.refused');
  const textOf = useRefusalText();
  const upload = useUpload(() => undefined, { into: payout });
  return (
    <>
      <Notice tone="error" title={t('title')}>
        {payout.refusal && textOf(payout.refusal)}
      </Notice>
      {payout.file && (
        <Inline wrap gap={8}>
          <ButtonLink to="/payments/payouts/$id" params={{ id: payout.id }} search={{ step: 'columns' }}>
            {t('columns')}
          </ButtonLink>
        </Inline>
      )}
      <Grid as="section" gap={16} className={classes.card}>
        <PartTitle>{t('again')}</PartTitle>
        <HelpLink of="payoutFaults" />
        <DropZone upload={upload} />
      </Grid>
    </>
  );
}
