/** Payments at other banks, pending or executed, and the other bank's actions on each. */
import type { DeskPayment } from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { NoMatches } from '@calmly/ui/lists/no-matches.tsx';
import { MoreRows, Row, Rows, RowsShape } from '@calmly/ui/lists/rows.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconBuildingBank, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DecideDialog } from './decide-dialog.tsx';
import classes from './desk.module.css';
import { type DeskState, decideMutation, paymentsQuery } from './queries.ts';

export function PaymentsCard() {
  const t = useTranslations('sandboxDesk.payments');
  const [state, setState] = useState<DeskState>('on-its-way');
  const [open, setOpen] = useState<DeskPayment>();
  const [search, setSearch] = useState<string>();
  const payments = useInfiniteQuery(paymentsQuery(state, search));
  const items = payments.data?.pages.flatMap(({ Items }) => Items);
  const isExecuted = state === 'executed';
  return (
    <Card
      flush
      title={t('title')}
      aside={
        <Segments
          size="s"
          label={t('states')}
          value={state}
          options={[
            { value: 'on-its-way', label: t('onItsWay') },
            { value: 'executed', label: t('executed') },
          ]}
          onChange={setState}
        />
      }
    >
      <div className={classes.search}>
        <SearchField label={t('search')} text={search ?? ''} onChange={setSearch} />
      </div>
      {payments.isPending && <RowsShape label={t('loading')} />}
      {payments.isError && !items && (
        <ErrorState error={payments.error} onRetry={() => void payments.refetch()} />
      )}
      {items?.length === 0 && search !== undefined && (
        <NoMatches title={t('noMatches')} onClear={() => setSearch(undefined)} />
      )}
      {items?.length === 0 && search === undefined && (
        <EmptyState
          icon={<IconSend aria-hidden="true" />}
          title={t(isExecuted ? 'emptyExecuted' : 'emptyOnItsWay')}
          text={t(isExecuted ? 'emptyExecutedText' : 'emptyOnItsWayText')}
        />
      )}
      {items && items.length > 0 && (
        <Rows>
          {items.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} onMore={() => setOpen(payment)} />
          ))}
        </Rows>
      )}
      <MoreRows query={payments} />
      {open && <DecideDialog payment={open} onDone={() => setOpen(undefined)} />}
    </Card>
  );
}

function PaymentRow({ payment, onMore }: { payment: DeskPayment; onMore: () => void }) {
  const t = useTranslations('sandboxDesk.payments');
  const { number, creditorAccount } = payment;
  return (
    <Row
      icon={<IconBuildingBank aria-hidden="true" />}
      title={
        <>
          {payment.creditorName}
          <span className={classes.amount}>
            <Amount value={payment.amount} currency={payment.currency} />
          </span>
        </>
      }
      actions={<Actions payment={payment} onMore={onMore} />}
    >
      <p>{t('from', { name: payment.debtorName, number })}</p>
      <p>
        {/^[A-Z]{2}\d{2}/.test(creditorAccount) ? formatIban(creditorAccount) : creditorAccount} ·{' '}
        {payment.reference}
      </p>
      <p className={classes.planned}>
        <Planned payment={payment} />
      </p>
    </Row>
  );
}

function Planned({ payment }: { payment: DeskPayment }) {
  const t = useTranslations('sandboxDesk.payments');
  const format = useFormatter();
  const { isReturned, plannedFor, status } = payment;
  if (isReturned) return <Badge colour="grey">{t('returned')}</Badge>;
  if (plannedFor === null) return null;
  const date = format.dateTime(new Date(plannedFor), {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return <Badge colour="blue">{t(status === 'EXECUTED' ? 'returnsAt' : 'settlesAt', { date })}</Badge>;
}

function Actions({ payment, onMore }: { payment: DeskPayment; onMore: () => void }) {
  const t = useTranslations('sandboxDesk.payments');
  const deciding = useMutation(decideMutation);
  const { id, number, status, isReturned } = payment;
  const named = (label: string) => `${label}: ${number}`;
  if (status === 'EXECUTED')
    return (
      !isReturned && (
        <Button size="s" aria-label={named(t('sendBack'))} onClick={onMore}>
          {t('sendBack')}
        </Button>
      )
    );
  return (
    <>
      <Button
        size="s"
        aria-label={named(t('settle'))}
        busy={deciding.isPending}
        onClick={() =>
          deciding.mutate(
            { id, outcome: 'settle' },
            {
              onSuccess: () => showSnackbar(t('settled', { number })),
              onError: showFailure,
            },
          )
        }
      >
        {t('settle')}
      </Button>
      <Button size="s" variant="quiet" aria-label={named(t('other'))} onClick={onMore}>
        {t('other')}
      </Button>
    </>
  );
}
