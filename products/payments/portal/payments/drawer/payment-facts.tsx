/** Amounts, parties and details of a payment, as labelled lists. */
import type { PaymentDetails } from '@calmly/contract';
import { formatAccount, isFinal, isZeroDecimal } from '@calmly/domain';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useCounterpartyName } from '@calmly/portal-kit/shared/payment/counterparty.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import classes from './drawer.module.css';

export function PaymentAmounts({ payment }: { payment: PaymentDetails }) {
  const { conversion, scheme } = payment;
  return conversion && scheme === 'EXCHANGE' ? (
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
    <SheetSection title={t('title')}>
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
    </SheetSection>
  );
}

function PaidAmounts({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const { currency, direction, status, conversion } = payment;
  const executed = status === 'EXECUTED';
  const failed = isFinal(status) && !executed;
  const free = isZeroDecimal(payment.fee);
  const account = payment.accountName;
  const theirs = t(executed ? 'drawer.theyReceived' : 'drawer.theyReceive');
  const merchants = t(executed ? 'drawer.merchantCharged' : 'drawer.merchantCharges');
  const received =
    direction === 'CREDIT' ? t('drawer.youReceived') : payment.scheme === 'CARD' ? merchants : theirs;
  return (
    <SheetSection title={t('drawer.amounts')}>
      {failed ? (
        <Text tone="soft">
          {t(direction === 'DEBIT' ? 'drawer.nothingTaken' : 'drawer.nothingCredited', { account })}
        </Text>
      ) : (
        <dl>
          <Fact name={received}>
            <Amount value={payment.sent} currency={payment.sentCurrency} />
          </Fact>
          {conversion && <ConversionFacts payment={payment} conversion={conversion} />}
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
    </SheetSection>
  );
}

/** At which rate a payment in another currency went out, or its money came back. */
function ConversionFacts({ payment, conversion }: ExchangedAmountsProps) {
  const t = useTranslations('payments.drawer');
  const exchange = useTranslations('exchange');
  const outgoing = payment.direction === 'DEBIT';
  const byCard = payment.scheme === 'CARD';
  const [sold, bought] = outgoing
    ? [payment.currency, conversion.counterCurrency]
    : [conversion.counterCurrency, payment.currency];
  return (
    <>
      <Fact name={t(outgoing ? 'converted' : byCard ? 'merchantRefunded' : 'sentBack')}>
        {outgoing ? (
          <Amount value={payment.amount} currency={payment.currency} />
        ) : (
          <Amount value={conversion.counterAmount} currency={conversion.counterCurrency} />
        )}
      </Fact>
      <Fact name={exchange('rate')}>
        {exchange('perUnit', { one: sold, rate: conversion.rate, other: bought })}
      </Fact>
      {outgoing && !byCard && !isFinal(payment.status) && <Text tone="soft">{t('ifItFails')}</Text>}
      {outgoing && payment.returned && <Text tone="soft">{t('cameBackConverted')}</Text>}
    </>
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
    <Grid align="start" className={classes.party}>
      <dt>{side}</dt>
      <dd>
        <Text as="span" weight="label" block>
          {name}
        </Text>
        <Text as="span" size={13} tone="soft" wrap="anywhere" figures block>
          {formatAccount(account)}
        </Text>
        {note && (
          <Text as="span" size={13} tone="soft" wrap="anywhere" figures block>
            {note}
          </Text>
        )}
        {/* Of a card only the last four digits are known, of a merchant nothing. */}
        {/\d{5}/.test(account) && <CopyButton value={account} what={t('accountOf', { name })} />}
      </dd>
    </Grid>
  );
}

export function PaymentParties({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments.drawer');
  const other = useCounterpartyName()(payment);
  const outgoing = payment.direction === 'DEBIT';
  const ours = payment.scheme === 'CARD' ? payment.accountName : t('account', { name: payment.accountName });
  const stays = payment.scheme === 'OWN' || payment.scheme === 'EXCHANGE';
  const theirs = stays ? t('account', { name: other }) : null;
  return (
    <SheetSection title={t('parties')}>
      <dl>
        <Party
          side={t('fromParty')}
          name={payment.debtorName}
          account={payment.debtorAccount}
          note={outgoing ? ours : theirs}
        />
        <Party
          side={t('toParty')}
          name={payment.creditorName}
          account={payment.creditorAccount}
          note={outgoing ? (theirs ?? payment.creditorAgentName) : ours}
        />
      </dl>
    </SheetSection>
  );
}

export function PaymentReferences({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const format = useFormatter();
  return (
    <SheetSection title={t('drawer.details')} titleHidden>
      <dl>
        <Fact name={t(payment.scheme === 'CARD' ? 'drawer.city' : 'drawer.reference')}>
          {payment.reference}
        </Fact>
        <Fact name={t('drawer.application')}>{payment.application}</Fact>
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
        {payment.orderedBy && <Fact name={t('drawer.orderedBy')}>{payment.orderedBy}</Fact>}
        <Fact name={t('drawer.number')}>
          {payment.number}
          <CopyButton value={payment.number} what={t('drawer.number')} />
        </Fact>
        <Fact name={t('drawer.endToEndId')}>
          <span className={classes.id}>{payment.endToEndId}</span>
        </Fact>
      </dl>
    </SheetSection>
  );
}
