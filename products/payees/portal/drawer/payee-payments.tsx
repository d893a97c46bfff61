/** The last payments to a payee, each linked to its details. */

import { PaymentBadge } from '@calmly/portal-kit/shared/payment/payment-badge.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from '../beneficiaries.module.css';
import { payeePaymentsQuery } from '../queries.ts';

export function PayeePayments({ id }: { id: string }) {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  const payments = useQuery(payeePaymentsQuery(id));
  if (payments.isError) return <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />;
  if (!payments.data) return <ListShape />;
  if (payments.data.length === 0) return <p className={classes.muted}>{t('noPayments')}</p>;
  return (
    <ul className={classes.payments}>
      {payments.data.map((payment) => (
        <li key={payment.id}>
          <Link to="/payments" search={{ payment: payment.id }}>
            <span className={classes.paper}>
              <span>{payment.reference}</span>
              <span className={classes.muted}>
                {format.dateTime(new Date(payment.createdAt), {
                  day: 'numeric',
                  month: 'short',
                  year: 'numeric',
                })}
              </span>
            </span>
            <span className={classes.sum}>
              <Amount value={payment.amount} currency={payment.currency} direction={payment.direction} />
              <PaymentBadge payment={payment} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
