/**
 * The totals of the filtered list in one line: number of payments, and In and Out of the most used currency. Everything else (other
 * currencies, own accounts, fees, awaiting approval, not executed) is behind "All sums". Updates live with the list.
 */
import type { PaymentSums } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentFilters } from '../model/filters.ts';
import { sumsQuery } from './queries.ts';
import classes from './sums-line.module.css';

const kinds = ['in', 'out', 'awaiting', 'ownIn', 'ownOut', 'fees', 'failed'] as const;
const kindsInLine = ['in', 'out'] as const;

export function SumsLine({ filters }: { filters: PaymentFilters }) {
  const t = useTranslations('paymentsList.sums');
  const format = useFormatter();
  const [open, setOpen] = useState(false);
  const { data, isPlaceholderData } = useQuery(sumsQuery(filters));
  if (!data) return <div className={classes.line} />;
  const count = data.Currencies.reduce((sum, currency) => sum + currency.count, 0);
  const byUse = data.Currencies.toSorted((a, b) => b.count - a.count);
  const [most] = byUse;
  const from = data.CountedFrom && format.dateTime(new Date(data.CountedFrom), { dateStyle: 'long' });
  return (
    <section className={classes.line} aria-label={t('label')} data-old={isPlaceholderData || undefined}>
      <Text wrap="cut" className={classes.count}>
        {t('count', { count })}
        {from && <span className={classes.from}>{t('since', { date: from })}</span>}
      </Text>
      {most && (
        <>
          {kindsInLine.map((kind) => (
            <Text as="span" key={kind} wrap="never" figures title={t(`${kind}Text`)}>
              {t(kind)} <Amount value={most[kind]} currency={most.currency} />
            </Text>
          ))}
          <Popover
            align="end"
            open={open}
            onClose={() => setOpen(false)}
            opener={
              <button
                type="button"
                className={classes.more}
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {t('all')}
              </button>
            }
          >
            <AllSums sums={byUse} />
          </Popover>
        </>
      )}
    </section>
  );
}

/** Per currency, every kind that is not zero, with what it means. */
function AllSums({ sums }: { sums: readonly PaymentSums[] }) {
  const t = useTranslations('paymentsList.sums');
  return (
    <div className={classes.all}>
      {sums.map((each) => (
        <section key={each.currency}>
          <h3>{each.currency}</h3>
          <dl>
            {kinds
              .filter((kind) => !isZeroDecimal(each[kind]))
              .map((kind) => (
                <div key={kind} title={t(`${kind}Text`)}>
                  <dt>{t(kind)}</dt>
                  <Text as="dd" wrap="never" figures>
                    <Amount value={each[kind]} currency={each.currency} />
                  </Text>
                </div>
              ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
