/** The warnings of rows to be paid: serious ones with their first rows, the others by name. */
import { isSerious, type PayoutPreview } from '@calmly/contract';
import { formatAccount } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Link } from '@tanstack/react-router';
import { useCount, useFaultTitle } from '../words.tsx';
import classes from './paying.module.css';

interface PayoutWarningsProps {
  payoutId: string;
  preview: Pick<PayoutPreview, 'warnings' | 'examples'>;
}

export function PayoutWarnings({ payoutId, preview: { warnings, examples } }: PayoutWarningsProps) {
  const t = useTranslations('payouts.confirm');
  const titleOf = useFaultTitle();
  const count = useCount();
  const serious = warnings.filter(({ code }) => isSerious(code));
  const others = warnings.filter(({ code }) => !isSerious(code));
  const named = ({ code, rows }: (typeof warnings)[number]) =>
    t('warning', { title: titleOf(code), count: rows });
  const also = others.length > 0 && <p>{t('alsoWarned', { warnings: others.map(named).join(' · ') })}</p>;
  if (serious.length === 0) return also && <div className={classes.note}>{also}</div>;
  return (
    <Notice tone="error" title={t('warningsTitle')}>
      {serious.map((finding) => (
        <Grid
          as="section"
          key={`${finding.field} ${finding.code}`}
          gap={4}
          items="start"
          className={classes.warning}
          aria-label={named(finding)}
        >
          <h3>{named(finding)}</h3>
          <ul>
            {examples
              .filter(({ code }) => code === finding.code)
              .map(({ position, name, account, amount, currency, message }) => (
                <li key={position}>
                  <span translate="no">
                    {t('example', {
                      row: count(position),
                      name: name || formatAccount(account),
                      amount: amountText(amount, currency),
                    })}
                  </span>
                  <small>{message}</small>
                </li>
              ))}
          </ul>
          <Link
            className="link"
            to="/payments/payouts/$id"
            params={{ id: payoutId }}
            search={{ warning: finding.code }}
          >
            {t('showRows', { count: finding.rows })}
          </Link>
        </Grid>
      ))}
      {also}
    </Notice>
  );
}
