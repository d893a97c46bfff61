/**
 * The open orders that stop with an account, a payee or a person, shown in the confirmation dialog: amount, next date, and in whose
 * name.
 */
import type { StandingOrder } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './orders.module.css';

interface DependingOrdersProps {
  orders: readonly StandingOrder[];
  /** The person in whose name they pay is the reason; a colleague can take them over. */
  canBeTakenOver?: boolean;
}

export function DependingOrders({ orders, canBeTakenOver = false }: DependingOrdersProps) {
  const t = useTranslations('orders');
  const format = useFormatter();
  if (orders.length === 0) return null;
  const heading = t(canBeTakenOver ? 'takenOver' : 'depending', { count: orders.length });
  return (
    <section className={classes.depending} aria-label={heading}>
      <p>{heading}</p>
      <ul className={classes.dependingList}>
        {orders.map(({ id, creditorName, reference, frequency, nextDates, state, amount, currency }) => (
          <li key={id}>
            <Grid as="span" shrink>
              <span translate="no">{creditorName}</span>
              <Text as="span" size={13} tone="soft">
                {[
                  reference,
                  t(`frequencies.${frequency}`),
                  nextDates[0]
                    ? t('nextOn', {
                        date: format.dateTime(dayAsDate(nextDates[0]), { dateStyle: 'medium' }),
                      })
                    : t(`states.${state}`),
                ].join(' · ')}
              </Text>
            </Grid>
            <Amount value={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </section>
  );
}
