/**
 * What the payment comes to, always in sight and told by the bank while one types: what they receive, the fee and its rule, arrival,
 * total, what is left; a shortfall is told here before anything is sent, with the amount that is missing; and what is unusual.
 */
import type { Account, PaymentPreview } from '@calmly/contract';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Amount, amountText } from '../../../ui/amount.tsx';
import { Notice, SummaryCard, SummaryLine } from '../../../ui/surface.tsx';
import { isShort } from '../model/check-draft.ts';
import classes from './create.module.css';
import { PaymentWarnings } from './payment-warnings.tsx';
import { usePreviewTexts } from './use-preview-texts.ts';

interface PaymentSummaryProps {
  account: Account;
  preview: PaymentPreview | undefined;
  /** The figures are about what stood there a moment ago. */
  stale: boolean;
  /** It goes on a day to come: what the account has now need not suffice. */
  later: boolean;
  /** No figures came. */
  failed: boolean;
  action: ReactNode;
}

const notYet = <span className={classes.notYet}>–</span>;

export function PaymentSummary({ account, preview, stale, later, failed, action }: PaymentSummaryProps) {
  const t = useTranslations('payments.create');
  const { feeRule, arrival } = usePreviewTexts();
  const amount = (value: string | undefined, size?: 'total') =>
    preview && value !== undefined ? (
      <Amount value={value} currency={preview.currency} {...(size && { size })} />
    ) : (
      notYet
    );
  const orders = useTranslations('orders');
  const lacks = preview !== undefined && isShort(preview);
  const short = lacks && !later;

  return (
    <SummaryCard title={t('summary')}>
      <div className={classes.figures} aria-busy={preview !== undefined && stale}>
        <SummaryLine label={t('theyReceive')}>{amount(preview?.sent)}</SummaryLine>
        <SummaryLine label={t('fee')} note={preview ? feeRule(preview) : '\u00A0'}>
          {amount(preview?.fee)}
        </SummaryLine>
        {!later && <SummaryLine label={t('arrival')}>{preview ? arrival(preview) : notYet}</SummaryLine>}
        <SummaryLine label={t('total')} total>
          {amount(preview?.total, 'total')}
        </SummaryLine>
        <div className={classes.left}>
          <span>{t('left', { account: account.name })}</span>
          {amount(lacks ? undefined : preview?.balanceAfter)}
        </div>
      </div>
      {failed && <Notice tone="error" title={t('previewFailed')} />}
      {preview && short && (
        <Notice
          tone="error"
          title={t('shortTitle', { missing: amountText(preview.balanceAfter.slice(1), preview.currency) })}
        >
          {t('shortText', {
            account: account.name,
            available: amountText(preview.available, preview.currency),
            total: amountText(preview.total, preview.currency),
          })}
        </Notice>
      )}
      {lacks && later && (
        <Notice tone="info" title={orders('mayLackTitle')}>
          {orders('mayLack')}
        </Notice>
      )}
      {preview && !short && <PaymentWarnings preview={preview} />}
      <div className={classes.summaryAction}>{action}</div>
    </SummaryCard>
  );
}
