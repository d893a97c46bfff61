/** What the filter lists, summed: how many, and per currency in, out, between own accounts, fees and what did not go through. Follows the list live. */
import type { PaymentSums } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { Amount } from '../../../ui/amount.tsx';
import { breakpoints, useMedia } from '../../../ui/media.ts';
import type { PaymentFilters } from '../model/filters.ts';
import { sumsQuery } from './queries.ts';
import classes from './sums-line.module.css';

/** Currencies in sight before the person asks for the others. */
const foldedTo = { phone: 1, wide: 2 };
const kinds = ['in', 'out', 'ownIn', 'ownOut', 'fees', 'failed'] as const;
/** On a phone the list itself shall be in sight. */
const kindsOnPhone = ['in', 'out'] as const;

export function SumsLine({ filters }: { filters: PaymentFilters }) {
  const t = useTranslations('paymentsList.sums');
  const format = useFormatter();
  const phone = useMedia(breakpoints.phone);
  const [all, setAll] = useState(false);
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  if (!data) return <div className={classes.line} />;
  const count = data.Currencies.reduce((sum, currency) => sum + currency.count, 0);
  const byUse = data.Currencies.toSorted((a, b) => b.count - a.count);
  const room = foldedTo[phone ? 'phone' : 'wide'];
  const shown = all ? byUse : byUse.slice(0, room);
  const rest = byUse.length - room;
  const shownKinds = phone && !all ? kindsOnPhone : kinds;
  const isFolded = rest > 0 || (phone && byUse.some(isMoreThanInAndOut));
  const from = data.CountedFrom && format.dateTime(new Date(data.CountedFrom), { dateStyle: 'long' });
  return (
    <section className={classes.line} aria-label={t('label')} data-old={isPlaceholderData || undefined}>
      <p>
        {t('count', { count })}
        {from && <span className={classes.from}>{t('since', { date: from })}</span>}
      </p>
      <ul>
        {shown.map((sums) => (
          <li key={sums.currency}>
            {shownKinds.map(
              (kind) =>
                !isZeroDecimal(sums[kind]) && (
                  <span key={kind} className={classes.sum} title={t(`${kind}Text`)}>
                    {t(kind)} <Amount value={sums[kind]} currency={sums.currency} />
                  </span>
                ),
            )}
          </li>
        ))}
        {isFolded && (
          <li>
            <button type="button" className={classes.more} aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? t('fewer') : phone ? t('all') : t('more', { count: rest })}
            </button>
          </li>
        )}
      </ul>
    </section>
  );
}

const isMoreThanInAndOut = ({ ownIn, ownOut, fees, failed }: PaymentSums): boolean =>
  [ownIn, ownOut, fees, failed].some((sum) => !isZeroDecimal(sum));
