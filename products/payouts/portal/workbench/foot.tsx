/** The bar at the bottom: which rows are paid, later, or continue to the totals. */
import type { PayoutDetails } from '@calmly/contract';
import { useNavigateUnlessLeft } from '@calmly/portal-kit/shared/navigation/navigate-unless-left.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { previewQuery } from '../paying/queries.ts';
import { payoutQuery } from '../queries.ts';
import classes from './workbench.module.css';

interface FootProps {
  /** On a phone the bar is under the rows, otherwise at the bottom of the window. */
  ref: Ref<HTMLDivElement>;
  payout: PayoutDetails;
  isSaving: boolean;
  saved: () => Promise<unknown>;
}

export function Foot({ ref, payout, isSaving, saved }: FootProps) {
  const t = useTranslations('payouts.foot');
  const navigate = useNavigateUnlessLeft();
  const [leaveOut, setLeaveOut] = useState(false);
  const [isShown, setShown] = useState(false);
  const [isOpening, setOpening] = useState(false);
  const client = useQueryClient();
  const { rows, faulty } = payout.summary;
  const canGo = rows > faulty && (faulty === 0 || leaveOut);
  const later = async () => {
    await saved();
    showSnackbar(t('savedLater'));
    void navigate({ to: '/payments/payouts' });
  };
  const next = async () => {
    setShown(true);
    if (!canGo) return;
    await saved();
    setOpening(true);
    // Loads the totals before the step opens; a failure is shown there.
    await client.prefetchQuery(previewQuery(client.getQueryData(payoutQuery(payout.id).queryKey) ?? payout));
    setOpening(false);
    void navigate({ to: '/payments/payouts/$id', params: { id: payout.id }, search: { step: 'confirm' } });
  };
  return (
    <Inline ref={ref} wrap gap={16} rowGap={8} align="center" className={classes.foot} tabIndex={-1}>
      {faulty > 0 && rows > faulty && (
        <CheckboxField
          label={t('leaveOut', { count: faulty })}
          checked={leaveOut}
          onChange={({ currentTarget: { checked } }) => setLeaveOut(checked)}
        />
      )}
      <span className={classes.footNote} aria-live="polite">
        {isShown && !canGo ? (rows > faulty ? t('whyNot') : t('noRows')) : t('nothingPaid')}
      </span>
      <Button onClick={() => void later()}>{t('later')}</Button>
      <Button
        variant="accent"
        aria-disabled={!canGo || undefined}
        busy={isSaving || isOpening}
        onClick={() => void next()}
      >
        {t('next')}
      </Button>
    </Inline>
  );
}
