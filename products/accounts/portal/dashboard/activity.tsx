/** The latest payments over all accounts; a row opens the payment in the drawer of the payments screen. */
import type { Payment } from '@calmly/contract';
import { ConfidentialMark } from '@calmly/portal-kit/shared/confidential-mark.tsx';
import { useCounterpartyName } from '@calmly/portal-kit/shared/payment/counterparty.ts';
import { foldOwnTransfers } from '@calmly/portal-kit/shared/payment/own-transfers.ts';
import { PaymentAvatar } from '@calmly/portal-kit/shared/payment/payment-avatar.tsx';
import { PaymentBadge } from '@calmly/portal-kit/shared/payment/payment-badge.tsx';
import { shownReference } from '@calmly/portal-kit/shared/payment/shown-reference.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from './dashboard.module.css';
import { latestPaymentsQuery } from './queries.ts';

export function Activity() {
  const t = useTranslations('dashboard');
  const phone = useMedia(breakpoints.phone);
  const payments = useQuery(latestPaymentsQuery);
  return (
    <Card
      flush
      title={t('latestActivity')}
      aside={
        <Link to="/payments" className="link">
          {t(phone ? 'all' : 'allPayments')}
        </Link>
      }
    >
      {payments.isError && !payments.data ? (
        <ErrorState compact error={payments.error} onRetry={() => void payments.refetch()} />
      ) : (
        <ul className={classes.rows} aria-busy={payments.isPending}>
          {payments.data
            ? foldOwnTransfers(payments.data).map((payment) => <Row key={payment.id} payment={payment} />)
            : [1, 2, 3, 4, 5].map((place) => <li key={place} className={classes.rowSkeleton} />)}
        </ul>
      )}
      {payments.data?.length === 0 && (
        <Stack gap={16} align="start" className={classes.nothing}>
          <p>{t('noActivity')}</p>
          <ButtonLink to="/requisites">{t('toRequisites')}</ButtonLink>
        </Stack>
      )}
    </Card>
  );
}

function Row({ payment }: { payment: Payment }) {
  const format = useFormatter();
  const name = useCounterpartyName()(payment);
  const created = new Date(payment.createdAt);
  const today = new Date().toDateString() === created.toDateString();
  return (
    <li>
      <Link to="/payments" search={{ payment: payment.id }} className={classes.row}>
        <PaymentAvatar payment={payment} name={name} />
        <Stack as="span" shrink className={classes.rowParty}>
          <Text as="span" weight="label" wrap="cut" translate="no">
            {name}
            {payment.isConfidential && <ConfidentialMark />}
          </Text>
          <Text as="span" size={13} tone="soft" block className={classes.rowNote} translate="no">
            {[shownReference(payment), payment.orderedBy].filter(Boolean).join(' · ')}
          </Text>
        </Stack>
        <span className={classes.rowStatus}>
          <PaymentBadge payment={payment} />
        </span>
        <Stack as="span" align="end">
          <Amount
            value={payment.amount}
            currency={payment.currency}
            direction={payment.direction}
            off={payment.processingStatus === 'FAILED'}
          />
          <Text as="span" size={13} tone="soft" block className={classes.rowNote}>
            {format.dateTime(
              created,
              today ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short' },
            )}
          </Text>
        </Stack>
      </Link>
    </li>
  );
}
