/** The payer's view, always visible while typing, with a note that nothing is sent. */

import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { NotYet, notYet } from '@calmly/ui/beside-summary.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { SummaryCard, SummaryLine } from '@calmly/ui/surface.tsx';
import type { ReactNode } from 'react';
import classes from './requests.module.css';

interface RequestSummaryProps {
  holder: string;
  creditorAccount: string;
  /** Undefined while it is not one. */
  amount: string | undefined;
  currency: string;
  dueOn: string;
  action: ReactNode;
}

export function RequestSummary(props: RequestSummaryProps) {
  const t = useTranslations('requests.create');
  const format = useFormatter();
  const { amount, currency, dueOn } = props;
  return (
    <SummaryCard title={t('summary')}>
      <SummaryLine label={t('toName')}>{props.holder}</SummaryLine>
      <SummaryLine label={t('toAccount')}>
        <Text as="span" wrap="anywhere" figures>
          {props.creditorAccount}
        </Text>
      </SummaryLine>
      <SummaryLine label={t('reference')}>
        <NotYet>{t('referenceText')}</NotYet>
      </SummaryLine>
      <SummaryLine label={t('due')}>
        {dueOn
          ? format.dateTime(dayAsDate(dueOn), { day: 'numeric', month: 'long', year: 'numeric' })
          : notYet}
      </SummaryLine>
      <SummaryLine label={t('amount')} total>
        {amount === undefined ? notYet : <Amount size="total" value={amount} currency={currency} />}
      </SummaryLine>
      <Text size={13} tone="soft">
        {t('nothingSent')}
      </Text>
      <div className={classes.summaryAction}>{props.action}</div>
    </SummaryCard>
  );
}
