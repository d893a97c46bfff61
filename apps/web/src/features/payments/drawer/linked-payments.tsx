/** What belongs to a payment: the series that made it, what it was sent again as, what brought its money back, an exchange's other side. */
import type { PaymentDetails } from '@calmly/contract';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../../i18n/index.tsx';
import { SheetSection } from '../../../ui/sheet.tsx';
import { SeriesOfPayment } from '../../orders/index.ts';
import classes from './drawer.module.css';

export function LinkedPayments({ payment }: { payment: PaymentDetails }) {
  const mayBeMade = payment.direction === 'DEBIT' && payment.scheme !== 'EXCHANGE';
  return (
    <>
      {mayBeMade && <SeriesOfPayment paymentId={payment.id} />}
      <Links payment={payment} />
    </>
  );
}

function Links({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer.links');
  const { repairOf, replacedBy, returned, conversion } = payment;
  const cameBack = returned?.paymentId === payment.id;
  const links = [
    { key: 'repairOf', id: repairOf },
    { key: 'replacedBy', id: replacedBy },
    { key: 'cameBackBy', id: cameBack ? returned.creditId : null },
    { key: 'bringsBack', id: returned && !cameBack ? returned.paymentId : null },
    { key: 'exchange', id: conversion?.counterPaymentId ?? null },
  ] as const;
  const shown = links.flatMap(({ key, id }) => (id === null ? [] : [{ key, id }]));
  const waits = cameBack && returned.creditId === null;
  if (shown.length === 0 && !waits) return null;
  return (
    <SheetSection title={t('title')}>
      {waits && <p className={classes.nothing}>{t('waits')}</p>}
      <ul className={classes.links}>
        {shown.map(({ key, id }) => (
          <li key={key}>
            <Link to="/payments" search={(before: object) => ({ ...before, payment: id })}>
              {t(key)}
              <IconChevronRight aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
