/** The dispute of a card payment in its drawer: its state and content; open ones can be withdrawn. */
import type { CardTransaction, Dispute, DisputeStatus } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useState } from 'react';
import { useDayText } from '../use-card-words.ts';
import classes from './disputes.module.css';

const WithdrawDialog = onDemand(async () => (await import('./withdraw-dialog.tsx')).WithdrawDialog);

const tones = {
  OPEN: 'info',
  IN_REVIEW: 'info',
  WON: 'success',
  LOST: 'warning',
  WITHDRAWN: 'info',
  REFUNDED: 'success',
} as const satisfies Record<DisputeStatus, string>;

interface DisputeSectionProps {
  row: CardTransaction;
  dispute: Dispute;
  /** Whether the caller may withdraw it. */
  mayWithdraw: boolean;
}

export function DisputeSection({ row, dispute, mayWithdraw }: DisputeSectionProps) {
  const t = useTranslations('cardDisputes');
  const format = useFormatter();
  const day = useDayText();
  const [isAsked, setAsked] = useState(false);
  const { status, amount, reversed, openedAt, closedAt, reason, text, files } = dispute;
  return (
    <SheetSection title={t('title')}>
      <Grid gap={12} items="start" className={classes.stack}>
        <Notice tone={tones[status]} title={t(`statuses.${status}`)}>
          {t(`texts.${status}`, {
            amount: amountText(amount, row.currency),
            date: closedAt ? day(closedAt) : '',
          })}
          {!isZeroDecimal(reversed) && ` ${t('reversed', { amount: amountText(reversed, row.currency) })}`}
        </Notice>
        <dl>
          <Fact name={t('amount')}>
            <Amount value={amount} currency={row.currency} />
          </Fact>
          <Fact name={t('reason')}>{t(`reasons.${reason}`)}</Fact>
          <Fact name={t('said')}>{text}</Fact>
          <Fact name={t('files')}>{files > 0 && t('fileCount', { count: files })}</Fact>
          <Fact name={t('opened')}>
            {format.dateTime(new Date(openedAt), { dateStyle: 'long', timeStyle: 'short' })}
          </Fact>
        </dl>
        {mayWithdraw && isUnderWay(dispute) && (
          <Button size="s" onClick={() => setAsked(true)}>
            {t('withdraw.open')}
          </Button>
        )}
      </Grid>
      {isAsked && <WithdrawDialog row={row} dispute={dispute} onClose={() => setAsked(false)} />}
    </SheetSection>
  );
}

const isUnderWay = ({ status }: Dispute) => status === 'OPEN' || status === 'IN_REVIEW';
