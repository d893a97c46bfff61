/** Related payments: the series that created it, its replacement or the payment it replaces, the other side of an exchange. */
import type { PaymentDetails } from '@calmly/contract';
import { isOrder } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { SeriesOfPayment } from '../../orders/index.ts';
import classes from './drawer.module.css';

export function LinkedPayments({ payment }: { payment: PaymentDetails }) {
  const mayBeMade = payment.direction === 'DEBIT' && isOrder(payment.scheme);
  return (
    <>
      {mayBeMade && <SeriesOfPayment paymentId={payment.id} />}
      <Links payment={payment} />
    </>
  );
}

function Links({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer.links');
  const { repairOf, replacedBy, conversion } = payment;
  const links = [
    { key: 'repairOf', id: repairOf },
    { key: 'replacedBy', id: replacedBy },
    { key: 'exchange', id: conversion?.counterPaymentId ?? null },
  ] as const;
  const shown = links.flatMap(({ key, id }) => (id === null ? [] : [{ key, id }]));
  if (shown.length === 0) return null;
  return (
    <SheetSection title={t('title')}>
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
