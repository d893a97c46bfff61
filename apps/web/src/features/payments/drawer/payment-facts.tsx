/** Amounts, parties and details of a payment, as lists of what and how much. */
import type { PaymentDetails } from '@calmly/contract';
import { formatIban, isFinal } from '@calmly/domain';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { dayAsDate } from '../../../session/days.ts';
import { Amount } from '../../../ui/amount.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './drawer.module.css';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function PaymentAmounts({ payment }: { payment: PaymentDetails }) {
  const { conversion } = payment;
  return conversion ? (
    <ExchangedAmounts payment={payment} conversion={conversion} />
  ) : (
    <PaidAmounts payment={payment} />
  );
}

interface ExchangedAmountsProps {
  payment: PaymentDetails;
  conversion: NonNullable<PaymentDetails['conversion']>;
}

function ExchangedAmounts({ payment, conversion }: ExchangedAmountsProps) {
  const t = useTranslations('exchange');
  const here = { value: payment.amount, currency: payment.currency };
  const there = { value: conversion.counterAmount, currency: conversion.counterCurrency };
  const [sold, got] = payment.direction === 'DEBIT' ? [here, there] : [there, here];
  return (
    <section className={classes.section}>
      <h3>{t('title')}</h3>
      <dl>
        <Fact name={t('sold')}>
          <Amount {...sold} />
        </Fact>
        <Fact name={t('got')}>
          <Amount {...got} />
        </Fact>
        <Fact name={t('rate')}>
          {t('perUnit', { one: sold.currency, rate: conversion.rate, other: got.currency })}
        </Fact>
      </dl>
    </section>
  );
}

function PaidAmounts({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const { currency, direction, status } = payment;
  const executed = status === 'EXECUTED';
  const failed = isFinal(status) && !executed;
  const free = /^0*\.?0*$/.test(payment.fee);
  const account = payment.accountName;
  const received =
    direction === 'CREDIT'
      ? t('drawer.youReceived')
      : t(executed ? 'drawer.theyReceived' : 'drawer.theyReceive');
  return (
    <section className={classes.section}>
      <h3>{t('drawer.amounts')}</h3>
      {failed ? (
        <p className={classes.nothing}>{t('drawer.nothingTaken', { account })}</p>
      ) : (
        <dl>
          <Fact name={received}>
            <Amount value={payment.sent} currency={currency} />
          </Fact>
          <Fact name={free ? t('drawer.noFee') : t('drawer.fee', { way: t(`ways.${payment.scheme}`) })}>
            <Amount value={payment.fee} currency={currency} />
          </Fact>
          {direction === 'DEBIT' && (
            <Fact name={t(executed ? 'drawer.taken' : 'drawer.reserved', { account })}>
              <Amount value={payment.total} currency={currency} />
            </Fact>
          )}
        </dl>
      )}
    </section>
  );
}

interface PartyProps {
  side: string;
  name: string;
  account: string;
  /** Third line: the bank, or how the own account is called. */
  note: string | null;
}

function Party({ side, name, account, note }: PartyProps) {
  const t = useTranslations('payments.drawer');
  return (
    <div className={classes.party}>
      <dt>{side}</dt>
      <dd>
        <span className={classes.partyName}>{name}</span>
        <span className={classes.partyLine}>{formatIban(account)}</span>
        {note && <span className={classes.partyLine}>{note}</span>}
        <CopyButton value={account} what={t('accountOf', { name })} />
      </dd>
    </div>
  );
}

export function PaymentParties({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments.drawer');
  const outgoing = payment.direction === 'DEBIT';
  const own = t('account', { name: payment.accountName });
  return (
    <section className={classes.section}>
      <h3>{t('parties')}</h3>
      <dl>
        <Party
          side={t('fromParty')}
          name={payment.debtorName}
          account={payment.debtorAccount}
          note={outgoing ? own : null}
        />
        <Party
          side={t('toParty')}
          name={payment.creditorName}
          account={payment.creditorAccount}
          note={outgoing ? payment.creditorAgentName : own}
        />
      </dl>
    </section>
  );
}

export function PaymentReferences({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const format = useFormatter();
  return (
    <section className={classes.section}>
      <h3 className="visually-hidden">{t('drawer.details')}</h3>
      <dl>
        <Fact name={t('drawer.reference')}>{payment.reference}</Fact>
        {payment.expectedAt && !isFinal(payment.status) && (
          <Fact name={t('drawer.expected')}>
            {format.dateTime(dayAsDate(payment.expectedAt), {
              day: 'numeric',
              month: 'long',
              year: 'numeric',
            })}
          </Fact>
        )}
        {payment.scheme === 'SWIFT' && (
          <Fact name={t('drawer.charges')}>
            {t(`create.${payment.chargeBearer}`)} ({payment.chargeBearer})
          </Fact>
        )}
        <Fact name={t('drawer.number')}>
          {payment.number}
          <CopyButton value={payment.number} what={t('drawer.number')} />
        </Fact>
        <Fact name={t('drawer.endToEndId')}>
          <span className={classes.id}>{payment.endToEndId}</span>
        </Fact>
      </dl>
    </section>
  );
}
