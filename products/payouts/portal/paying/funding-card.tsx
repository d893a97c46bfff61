/** One account's debit and remaining balance. */
import type { PayoutFunding } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useCount } from '../words.tsx';
import classes from './paying.module.css';

export function FundingCard({ funding }: { funding: PayoutFunding }) {
  const t = useTranslations('payouts.confirm');
  const count = useCount();
  const { currency, accountName } = funding;
  const isShort = funding.balanceAfter.startsWith('-');
  return (
    <section className={classes.funding} aria-label={`${accountName}, ${currency}`}>
      <h3>
        <Flag currency={currency} />
        <span translate="no">
          {accountName}
          <small>{funding.accountNumber}</small>
        </span>
      </h3>
      <dl>
        <div>
          <dt>{t('rows')}</dt>
          <dd>{count(funding.rows)}</dd>
        </div>
        <div>
          <dt>{t('amount')}</dt>
          <dd>
            <Amount value={funding.amount} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('fees')}</dt>
          <dd>
            <Amount value={funding.fees} currency={currency} />
          </dd>
        </div>
        <div className={classes.sum}>
          <dt>{t('total')}</dt>
          <dd>
            <Amount value={funding.total} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{t('before')}</dt>
          <dd>
            <Amount value={funding.available} currency={currency} />
          </dd>
        </div>
        <div data-short={isShort || undefined}>
          <dt>{t('after')}</dt>
          <dd>
            <Amount value={funding.balanceAfter} currency={currency} />
          </dd>
        </div>
      </dl>
      {isShort && (
        <Text size={13} tone="red">
          {t('short', {
            amount: amountText(funding.balanceAfter.slice(1), currency),
            account: accountName,
          })}
        </Text>
      )}
    </section>
  );
}
