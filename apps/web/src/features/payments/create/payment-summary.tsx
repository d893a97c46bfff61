/**
 * What the payment comes to, always in sight and exact while one types: what they receive, the fee and its rule, arrival,
 * total, what is left; a shortfall is told here before anything is sent, with the amount that is missing.
 */
import type { Account } from '@calmly/contract';
import { formatDecimal } from '@calmly/domain';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { Notice, SummaryCard, SummaryLine } from '../../../ui/surface.tsx';
import { availableMinor, type Quote } from '../model/quote.ts';
import classes from './create.module.css';
import { moneyText, useQuoteTexts } from './use-quote-texts.ts';

interface PaymentSummaryProps {
  account: Account;
  quote: Quote | undefined;
  /** The fee table could not be read: no total can be told. */
  feesFailed: boolean;
  /** Nobody has been paid there before. */
  firstPayment: boolean;
  action: ReactNode;
}

const notYet = <span className={classes.notYet}>–</span>;

export function PaymentSummary({ account, quote, feesFailed, firstPayment, action }: PaymentSummaryProps) {
  const t = useTranslations('payments.create');
  const { feeRule, arrival } = useQuoteTexts();
  const amount = (minor: bigint | undefined, size?: 'total') =>
    quote && minor !== undefined ? (
      <Amount
        value={formatDecimal(minor, quote.currency)}
        currency={quote.currency}
        {...(size && { size })}
      />
    ) : (
      notYet
    );
  const short = quote !== undefined && quote.leftMinor < 0n;

  return (
    <SummaryCard title={t('summary')}>
      <SummaryLine label={t('theyReceive')}>{amount(quote?.receiveMinor)}</SummaryLine>
      <SummaryLine label={t('fee')} note={quote ? feeRule(quote) : '\u00A0'}>
        {amount(quote?.feeMinor)}
      </SummaryLine>
      <SummaryLine label={t('arrival')}>{quote ? arrival(quote) : notYet}</SummaryLine>
      <SummaryLine label={t('total')} total>
        {amount(quote?.totalMinor, 'total')}
      </SummaryLine>
      <div className={classes.left}>
        <span>{t('left', { account: account.name })}</span>
        {amount(quote && (short ? undefined : quote.leftMinor))}
      </div>
      {feesFailed && <Notice tone="error" title={t('feesFailed')} />}
      {short && (
        <Notice
          tone="error"
          title={t('shortTitle', { missing: moneyText(-quote.leftMinor, quote.currency) })}
        >
          {t('shortText', {
            account: account.name,
            available: moneyText(availableMinor(account, quote.currency), quote.currency),
            total: moneyText(quote.totalMinor, quote.currency),
          })}
        </Notice>
      )}
      {firstPayment && !short && (
        <Notice tone="warning" title={t('firstTitle')}>
          {t('firstText')}
        </Notice>
      )}
      <div className={classes.summaryAction}>{action}</div>
    </SummaryCard>
  );
}
