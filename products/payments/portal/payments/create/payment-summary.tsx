/**
 * The payment's summary, always visible and updated by the bank while typing: payee's amount, fee and its rule, arrival, total, balance
 * after (on a future day less earlier scheduled payments), any shortfall before anything is sent, and warnings.
 */
import type { Account, AccountForecast, PaymentPreview, Quote } from '@calmly/contract';
import { formatDecimal, isCurrency, parseDecimal } from '@calmly/domain';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { notYet, SummaryLeft } from '@calmly/ui/beside-summary.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { Notice, SummaryCard, SummaryLine } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { forecastQuery } from '../../orders/index.ts';
import { rateOf } from './conversion-help.tsx';
import classes from './create.module.css';
import type { Previewed } from './use-preview.ts';
import { usePreviewTexts } from './use-preview-texts.ts';

/** There is nothing to warn of before there is a preview. */
const PaymentWarnings = onDemand(async () => (await import('./payment-warnings.tsx')).PaymentWarnings);

interface PaymentSummaryProps {
  account: Account;
  /** The rate of a payment in another currency. */
  quote: Quote | undefined;
  previewed: Previewed;
  /** The day to come on which it goes, empty while none is chosen: what the account has now need not suffice. */
  later: string | undefined;
  action: ReactNode;
}

export function PaymentSummary({ account, quote, previewed, later, action }: PaymentSummaryProps) {
  const t = useTranslations('payments.create');
  const ui = useTranslations('ui');
  const { preview, isOutdated, missing, askAgain } = previewed;
  const { feeRule, arrival, marginText } = usePreviewTexts();
  const amount = (value: string | undefined, size?: 'total', currency = preview?.currency) =>
    currency && value !== undefined ? (
      <Amount value={value} currency={currency} {...(size && { size })} />
    ) : (
      notYet
    );
  const orders = useTranslations('orders');
  const format = useFormatter();
  const forecast = useQuery(forecastQuery(account.id, later ?? '')).data;
  const scheduled = later !== undefined;
  const left = preview && balanceAfter(preview, scheduled ? forecast : undefined);
  const lacks = left?.startsWith('-') ?? false;
  const short = lacks && !scheduled;

  return (
    <SummaryCard title={t('summary')}>
      <div className={classes.figures} aria-busy={preview !== undefined && isOutdated}>
        <SummaryLine label={t('theyReceive')}>
          {amount(preview?.sent, undefined, preview?.sentCurrency)}
        </SummaryLine>
        {quote && (
          <SummaryLine label={t('conversion.rate')} note={marginText(quote)}>
            {rateOf(quote)}
          </SummaryLine>
        )}
        <SummaryLine
          label={
            <Link to="/fees" target="_blank" className="link">
              {t('fee')}
            </Link>
          }
          note={preview ? feeRule(preview) : '\u00A0'}
        >
          {amount(preview?.fee)}
        </SummaryLine>
        {!scheduled && <SummaryLine label={t('arrival')}>{preview ? arrival(preview) : notYet}</SummaryLine>}
        <SummaryLine label={t('total')} total>
          {amount(preview?.total, 'total')}
        </SummaryLine>
        <SummaryLeft
          label={
            later
              ? orders('leftOn', {
                  account: account.name,
                  date: format.dateTime(dayAsDate(later), { day: 'numeric', month: 'long' }),
                })
              : t('left', { account: account.name })
          }
        >
          {amount(lacks ? undefined : left)}
        </SummaryLeft>
      </div>
      <div className={classes.summaryAction}>{action}</div>
      {missing && (
        <Notice tone={missing === 'failed' ? 'error' : 'warning'} title={t(`figures.${missing}`)}>
          <button type="button" className="link" onClick={askAgain}>
            {ui('tryAgain')}
          </button>
        </Notice>
      )}
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
      {preview && left && lacks && scheduled && (
        <Notice tone="info" title={orders('mayLackTitle')}>
          {orders('mayLack', {
            account: account.name,
            missing: amountText(left.slice(1), preview.currency),
          })}
        </Notice>
      )}
      {preview && !short && <PaymentWarnings preview={preview} />}
    </SummaryCard>
  );
}

/** The balance after a payment, as decimal text: now, or on a later day with what is scheduled until then. */
function balanceAfter(
  { balanceAfter: now, total, currency }: Pick<PaymentPreview, 'balanceAfter' | 'total' | 'currency'>,
  forecast: Pick<AccountForecast, 'left'> | undefined,
): string {
  if (!forecast || !isCurrency(currency)) return now;
  const left = parseDecimal(forecast.left, currency);
  const debited = parseDecimal(total, currency);
  return left === undefined || debited === undefined ? now : formatDecimal(left - debited, currency);
}
