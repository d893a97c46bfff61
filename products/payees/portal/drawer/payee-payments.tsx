/** The last payments to a payee, each linked to its details. */

import { PaymentBadge } from '@calmly/portal-kit/shared/payment/payment-badge.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
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
  if (payments.data.length === 0)
    return (
      <Text size={13} tone="soft">
        {t('noPayments')}
      </Text>
    );
  return (
    <ul className={classes.payments}>
      {payments.data.map((payment) => (
        <li key={payment.id}>
          <Link to="/payments" search={{ payment: payment.id }}>
            <Stack as="span" shrink grow className={classes.paper}>
              <span>{payment.reference}</span>
              <Text as="span" size={13} tone="soft">
                {format.dateTime(new Date(payment.createdAt), {
                  day: 'numeric',
                  month: 'short',
                  year: 'numeric',
                })}
              </Text>
            </Stack>
            <Stack as="span" gap={4} align="end" className={classes.sum}>
              <Amount value={payment.amount} currency={payment.currency} direction={payment.direction} />
              <PaymentBadge payment={payment} />
            </Stack>
          </Link>
        </li>
      ))}
    </ul>
  );
}
