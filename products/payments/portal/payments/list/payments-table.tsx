/** The payments by day: counterparty and reference, status, amount with the time, and between them the person's chosen columns. */
import type { Account, Annotation, Payment, PaymentColumn } from '@calmly/contract';
import { isZeroDecimal, processingStatusOf } from '@calmly/domain';
import { ConfidentialMark } from '@calmly/portal-kit/shared/confidential-mark.tsx';
import { useDayHeading } from '@calmly/portal-kit/shared/days/day-heading.ts';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { useCounterpartyName } from '@calmly/portal-kit/shared/payment/counterparty.ts';
import { PaymentAvatar } from '@calmly/portal-kit/shared/payment/payment-avatar.tsx';
import { PaymentBadge } from '@calmly/portal-kit/shared/payment/payment-badge.tsx';
import { shownReference } from '@calmly/portal-kit/shared/payment/shown-reference.ts';
import { timeOfDay, useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { PlainCell, TwoLines, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import type { ReactNode } from 'react';
import { CategoryCell } from '../../../../insight/portal/bookkeeping/index.ts';
import classes from './list.module.css';

interface PaymentsTableProps {
  payments: readonly Payment[] | undefined;
  accounts: readonly Account[];
  /** What the columns of the bookkeeping show, by payment. */
  annotations?: Readonly<Record<string, Annotation>> | undefined;
  chosen: readonly PaymentColumn[];
  openId: string | undefined;
  onOpen: (payment: Payment) => void;
  onReach: () => void;
  empty: ReactNode;
  footnote: ReactNode;
  onShowMore: (() => void) | undefined;
  loadingMore: boolean;
  /** Where the caller shows no error itself. */
  error?: unknown;
  onRetry?: () => void;
}

export function PaymentsTable({
  accounts,
  annotations = {},
  chosen,
  payments,
  openId,
  ...table
}: PaymentsTableProps) {
  const t = useTranslations('payments');
  const columns = useColumns(accounts, annotations, chosen);
  const dayHeading = useDayHeading();
  return (
    <DataTable
      {...table}
      label={t('list.label')}
      columns={columns}
      rows={payments}
      rowId={(payment) => payment.id}
      dayOf={(payment) => dayHeading(localDay(new Date(payment.createdAt)))}
      selectedId={openId}
    />
  );
}

function useColumns(
  accounts: readonly Account[],
  annotations: Readonly<Record<string, Annotation>>,
  chosen: readonly PaymentColumn[],
): readonly Column<Payment>[] {
  const t = useTranslations('payments');
  const format = useFormatter();
  const nameOf = useCounterpartyName();
  const optional = useOptionalColumns(accounts, annotations);
  const time = (at: string) => format.dateTime(new Date(at), timeOfDay);
  return [
    {
      key: 'counterparty',
      header: t('list.counterparty'),
      width: 'minmax(0, 2.4fr)',
      phone: 'main',
      cell: (payment) => (
        <WhoCell
          avatar={<PaymentAvatar payment={payment} name={nameOf(payment)} />}
          first={
            <>
              {nameOf(payment)}
              {payment.isConfidential && <ConfidentialMark />}
            </>
          }
          second={[shownReference(payment), payment.orderedBy].filter(Boolean).join(' · ')}
        />
      ),
    },
    ...optional.filter(({ key }) => chosen.some((column) => column === key)),
    {
      key: 'status',
      badge: true,
      header: t('list.status'),
      width: 'minmax(124px, 1.4fr)',
      // The longest status in full, where the list has the room.
      narrowWidth: 'minmax(clamp(118px, 24cqi, 152px), 0.7fr)',
      phone: 'bottom',
      cell: (payment) => <PaymentBadge payment={payment} />,
    },
    {
      key: 'amount',
      header: t('list.amount'),
      width: 'minmax(120px, 1.1fr)',
      narrowWidth: 'minmax(clamp(104px, 23cqi, 144px), 0.8fr)',
      align: 'end',
      phone: 'top',
      cell: ({ amount, currency, direction, status, createdAt, converted }) => (
        <TwoLines
          first={
            <Amount
              value={amount}
              currency={currency}
              direction={direction}
              off={processingStatusOf(status) === 'FAILED'}
            />
          }
          second={
            <span className={classes.time}>
              {converted && <span>{amountText(converted.amount, converted.currency)} ·</span>}{' '}
              {time(createdAt)}
            </span>
          }
          notOnPhone
        />
      ),
    },
  ];
}

/** The columns that may be shown or not; beside an open drawer and on a phone there is no room for them. */
function useOptionalColumns(
  accounts: readonly Account[],
  annotations: Readonly<Record<string, Annotation>>,
): readonly Column<Payment>[] {
  const t = useTranslations('payments');
  const name = useTranslations('paymentsList.columns');
  const countries = useRegionNames();
  const column = (
    key: PaymentColumn,
    cell: (payment: Payment) => ReactNode,
    width = 'minmax(0, 1fr)',
  ): Column<Payment> => ({
    key,
    header: name(key),
    width,
    wide: true,
    cell: (payment) => <PlainCell>{cell(payment)}</PlainCell>,
  });
  return [
    // Cards and wallets are not among the accounts.
    column(
      'account',
      ({ accountId, accountName }) => accounts.find(({ id }) => id === accountId)?.name ?? accountName,
    ),
    column('way', ({ scheme, maskOf }) => maskOf === null && t(`ways.${scheme}`), 'minmax(0, 0.9fr)'),
    column('reference', ({ reference }) => reference, 'minmax(0, 1.4fr)'),
    column('number', ({ number }) => number, '156px'),
    {
      ...column(
        'fee',
        // A payment that failed was never charged.
        ({ fee, currency, processingStatus }) =>
          !isZeroDecimal(fee) && processingStatus !== 'FAILED' && <Amount value={fee} currency={currency} />,
        '96px',
      ),
      align: 'end',
    },
    column('country', ({ counterpartyCountry }) => counterpartyCountry && countries(counterpartyCountry)),
    column('category', ({ id }) => <CategoryCell annotation={annotations[id]} />, 'minmax(0, 1.1fr)'),
    column('note', ({ id }) => annotations[id]?.note, 'minmax(0, 1.2fr)'),
  ];
}

function useRegionNames(): (code: string) => string {
  const { locale } = useLocaleControl();
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  return (code) => names.of(code) ?? code;
}
