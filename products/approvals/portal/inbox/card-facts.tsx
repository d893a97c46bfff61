/** A new card's properties, or newly allowed uses of a card, each with its current value. */
import type { Approval } from '@calmly/contract';
import { countryName, formatIban, type MerchantCategory } from '@calmly/domain';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact } from '@calmly/ui/facts/sheet.tsx';
import type { ReactNode } from 'react';
import classes from './inbox.module.css';

type Facts = Approval['facts'];

const limitNames = ['perPayment', 'perDay', 'perWeek', 'perMonth', 'inTotal'] as const;
const ways = ['online', 'contactless', 'cash', 'abroad'] as const;
const lists = ['categories', 'countries'] as const;

export function CardFacts({ facts }: { facts: Facts }) {
  const t = useTranslations('approvals.details');
  const kinds = useTranslations('cards.kinds');
  const format = useFormatter();
  const { cardKind, lastFour, account, accountName, currency, fee, validUntil } = facts;
  const kind = cardKind === 'PLASTIC' ? 'PLASTIC' : 'VIRTUAL';
  return (
    <>
      <Fact name={t('card')}>{lastFour && `${facts.name} •••• ${lastFour}`}</Fact>
      <Fact name={t('holder')}>{facts.holder}</Fact>
      <Fact name={t('cardKind')}>{cardKind && kinds(kind)}</Fact>
      <Fact name={t('nameOnCard')}>{facts.nameOnCard}</Fact>
      <Fact name={t('address')}>{facts.address}</Fact>
      <Fact name={t('singleUse')}>{facts.singleUse && t('yes')}</Fact>
      <Fact name={t('validUntil')}>
        {validUntil &&
          format.dateTime(dayAsDate(validUntil), { day: 'numeric', month: 'long', year: 'numeric' })}
      </Fact>
      <ControlFacts facts={facts} />
      <Fact name={t('fee')}>{fee && currency && <Amount value={fee} currency={currency} />}</Fact>
      <Fact name={t('from')}>{[accountName, account && formatIban(account)].filter(Boolean).join(', ')}</Fact>
    </>
  );
}

/** Limits, channels and lists that a request sets or changes. */
export function ControlFacts({ facts }: { facts: Facts }) {
  const t = useTranslations('cards.limits');
  const currency = facts.currency ?? 'EUR';
  const listText = useListText();
  const amount = (text: string) => (text === '' ? t('noLimit') : <Amount value={text} currency={currency} />);
  const isOn = (text: string) => t(text === 'on' ? 'on' : 'off');
  return (
    <>
      {limitNames.map((name) => (
        <Changed key={name} label={t(`names.${name}`)} facts={facts} name={name} text={amount} />
      ))}
      {ways.map((name) => (
        <Changed key={name} label={t(`ways.${name}`)} facts={facts} name={name} text={isOn} />
      ))}
      {lists.map((name) => (
        <Changed key={name} label={t(name)} facts={facts} name={name} text={listText} />
      ))}
    </>
  );
}

interface ChangedProps {
  label: string;
  facts: Facts;
  name: string;
  text: (value: string) => ReactNode;
}

/** The new value, with the current one struck out above it. */
function Changed({ label, facts, name, text }: ChangedProps) {
  const t = useTranslations('approvals.details');
  const [after, before] = [facts[name], facts[`${name}Before`]];
  if (after === undefined) return null;
  return (
    <Fact name={label}>
      <div className={classes.changed}>
        {before !== undefined && (
          <div>
            <span className="visually-hidden">{t('before')} </span>
            <del>{text(before)}</del>
          </div>
        )}
        <div>{text(after)}</div>
      </div>
    </Fact>
  );
}

/** `ONLY fuel,travel` in words. */
function useListText(): (value: string) => string {
  const t = useTranslations('approvals.details');
  const limits = useTranslations('cards.limits');
  const categories = useTranslations('cardPayments.categories');
  const { locale } = useLocaleControl();
  const format = useFormatter();
  return (value) => {
    const [mode, listed] = value.split(' ');
    if (!listed) return limits('restricted.ALL');
    // Countries are capital letters, categories are not.
    const names = format.list(
      listed
        .split(',')
        .map((item) =>
          item === item.toUpperCase() ? countryName(item, locale) : categories(item as MerchantCategory),
        ),
    );
    return t(mode === 'ONLY' ? 'only' : 'except', { names });
  };
}
