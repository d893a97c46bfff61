/** The filters in the order of their chips: what each is called, what is chosen in words, its panel, what clears it. */
import type { Account } from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useFormatter, useTranslations } from '../../../i18n/index.tsx';
import { groupDigits } from '../../../session/amount-input.ts';
import { dayAsDate } from '../../../session/days.ts';
import { beneficiaryQuery } from '../../../session/resources.ts';
import { chosenStatuses, type PaymentFilters } from '../model/filters.ts';
import {
  AccountPanel,
  AmountPanel,
  CurrencyPanel,
  DatePanel,
  DirectionPanel,
  type PanelProps,
  PayeePanel,
  StatusPanel,
  WayPanel,
} from './filter-panels.tsx';

export interface Filter {
  readonly key: 'date' | 'account' | 'status' | 'direction' | 'payee' | 'way' | 'currency' | 'amount';
  readonly name: string;
  /** Undefined while the filter is not used. */
  readonly value: string | undefined;
  readonly Panel: ComponentType<PanelProps>;
  readonly cleared: PaymentFilters;
}

export function useFilterList(filters: PaymentFilters, accounts: readonly Account[]): readonly Filter[] {
  const t = useTranslations('payments.filters');
  const way = useTranslations('payments.ways');
  const more = useTranslations('paymentsList.filters');
  const payee = useQuery(beneficiaryQuery(filters.payee ?? '')).data;
  const format = useFormatter();

  const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const day = (text: string) => format.dateTime(dayAsDate(text), date);
  const days = (): string | undefined => {
    const { period, from, to } = filters;
    if (period) return t(`periods.${period}`);
    if (from && to) return format.dateTimeRange(dayAsDate(from), dayAsDate(to), date);
    if (from) return t('since', { date: day(from) });
    return to && t('until', { date: day(to) });
  };
  const statuses = (): string | undefined => {
    const [only, ...others] = chosenStatuses(filters.status);
    if (!only) return filters.status && t('count', { count: String(filters.status.length) });
    return others.length === 0 ? t(`statuses.${only}`) : t('count', { count: String(others.length + 1) });
  };
  const ways = (): string | undefined => {
    const [only, ...others] = filters.scheme ?? [];
    return only && (others.length === 0 ? way(only) : t('count', { count: String(others.length + 1) }));
  };
  const amounts = (): string | undefined => {
    const { min, max } = filters;
    if (min && max) return `${tidy(min)} – ${tidy(max)}`;
    if (min) return t('amountFrom', { amount: tidy(min) });
    return max && t('amountTo', { amount: tidy(max) });
  };

  return [
    {
      key: 'date',
      name: t('date'),
      value: days(),
      Panel: DatePanel,
      cleared: { period: undefined, from: undefined, to: undefined },
    },
    {
      key: 'account',
      name: t('account'),
      value: filters.account && (accounts.find(({ id }) => id === filters.account)?.name ?? '…'),
      Panel: AccountPanel,
      cleared: { account: undefined },
    },
    {
      key: 'status',
      name: t('status'),
      value: statuses(),
      Panel: StatusPanel,
      cleared: { status: undefined },
    },
    {
      key: 'direction',
      name: t('direction'),
      value: filters.direction && t(filters.direction),
      Panel: DirectionPanel,
      cleared: { direction: undefined },
    },
    {
      key: 'payee',
      name: more('payee'),
      value: filters.payee && (payee?.name ?? '…'),
      Panel: PayeePanel,
      cleared: { payee: undefined },
    },
    {
      key: 'way',
      name: more('way'),
      value: ways(),
      Panel: WayPanel,
      cleared: { scheme: undefined },
    },
    {
      key: 'currency',
      name: t('currency'),
      value: filters.currency,
      Panel: CurrencyPanel,
      cleared: { currency: undefined },
    },
    {
      key: 'amount',
      name: t('amount'),
      value: amounts(),
      Panel: AmountPanel,
      cleared: { min: undefined, max: undefined },
    },
  ];
}

/** `1234.50` as `1 234.50`; whole amounts without decimals. */
function tidy(amount: string): string {
  const minor = parseDecimal(amount, 'EUR');
  if (minor === undefined) return amount;
  return groupDigits(minor % 100n === 0n ? String(minor / 100n) : formatDecimal(minor, 'EUR'));
}
