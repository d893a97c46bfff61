/** The filters of payments in the order of their chips. */
import { type Account, categoryFilters, paymentSchemes } from '@calmly/contract';
import { currencies, formatDecimal, parseDecimal } from '@calmly/domain';
import { groupDigits } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { useDaysText } from '@calmly/portal-kit/shared/days/use-days-text.ts';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Checks, Choices } from '@calmly/ui/lists/filter-panels.tsx';
import type { Filter } from '@calmly/ui/lists/filter-sheet.tsx';
import { useQuery } from '@tanstack/react-query';
import { useCategoryName } from '../../../../insight/portal/bookkeeping/index.ts';
import {
  chosenStatuses,
  type PaymentFilters,
  type StatusChoice,
  someOf,
  statusChoices,
  statusesOf,
} from '../model/filters.ts';
import { AmountPanel, DatePanel, PayeePanel } from './filter-panels.tsx';

interface FilterListProps {
  filters: PaymentFilters;
  accounts: readonly Account[];
  onChange: (patch: PaymentFilters) => void;
}

/** All filters, also those that are not set: their `value` is undefined. Clearing one leaves the others. */
export function useFilterList({ filters, accounts, onChange }: FilterListProps): readonly Filter[] {
  const t = useTranslations('payments.filters');
  const way = useTranslations('payments.ways');
  const more = useTranslations('paymentsList.filters');
  const payee = useQuery(beneficiaryQuery(filters.payee ?? '')).data;
  const bookkeeping = useTranslations('bookkeeping.filter');
  const categoryName = useCategoryName();
  const days = useDaysText(filters);

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

  const [category, ...otherCategories] = filters.category ?? [];
  const categoryText = (value: (typeof categoryFilters)[number]) =>
    value === 'NONE' ? bookkeeping('none') : categoryName(value);

  const held = [...new Set(accounts.map(({ currency }) => currency))];
  const listed = held.length > 0 ? held : Object.keys(currencies);
  /** Hands the answers on and closes the panel. */
  const once = (done: () => void) => (patch: PaymentFilters) => {
    onChange(patch);
    done();
  };
  return [
    {
      key: 'date',
      name: t('date'),
      value: filters.period ? t(`periods.${filters.period}`) : days,
      panel: (done) => <DatePanel filters={filters} onChange={once(done)} />,
      onClear: () => onChange({ period: undefined, from: undefined, to: undefined }),
    },
    {
      key: 'account',
      name: t('account'),
      value: filters.account && (accounts.find(({ id }) => id === filters.account)?.name ?? '…'),
      panel: (done) => (
        <Choices
          choices={accounts.map(({ id, name, currency }) => ({ value: id, text: `${name}, ${currency}` }))}
          chosen={filters.account}
          onChoose={(account) => once(done)({ account })}
        />
      ),
      onClear: () => onChange({ account: undefined }),
    },
    {
      key: 'status',
      name: t('status'),
      value: statuses(),
      panel: () => (
        <Checks
          choices={(Object.keys(statusChoices) as StatusChoice[]).map((value) => ({
            value,
            text: t(`statuses.${value}`),
          }))}
          chosen={chosenStatuses(filters.status)}
          onChange={(chosen) => onChange({ status: statusesOf(chosen) })}
        />
      ),
      onClear: () => onChange({ status: undefined }),
    },
    {
      key: 'direction',
      name: t('direction'),
      value: filters.direction && t(filters.direction),
      panel: (done) => (
        <Choices
          choices={(['DEBIT', 'CREDIT'] as const).map((value) => ({ value, text: t(value) }))}
          chosen={filters.direction}
          onChoose={(direction) => once(done)({ direction })}
        />
      ),
      onClear: () => onChange({ direction: undefined }),
    },
    {
      key: 'payee',
      name: more('payee'),
      value: filters.payee && (payee?.name ?? '…'),
      panel: (done) => <PayeePanel filters={filters} onChange={once(done)} />,
      onClear: () => onChange({ payee: undefined }),
    },
    {
      key: 'way',
      name: more('way'),
      value: ways(),
      panel: () => (
        <Checks
          choices={paymentSchemes.map((value) => ({ value, text: way(value) }))}
          chosen={filters.scheme ?? []}
          onChange={(chosen) => onChange({ scheme: someOf(chosen) })}
        />
      ),
      onClear: () => onChange({ scheme: undefined }),
    },
    {
      key: 'currency',
      name: t('currency'),
      value: filters.currency,
      panel: (done) => (
        <Choices
          choices={listed.map((value) => ({ value, text: value }))}
          chosen={filters.currency}
          onChoose={(currency) => once(done)({ currency })}
        />
      ),
      onClear: () => onChange({ currency: undefined }),
    },
    {
      key: 'amount',
      name: t('amount'),
      value: amounts(),
      panel: (done) => <AmountPanel filters={filters} onChange={once(done)} />,
      onClear: () => onChange({ min: undefined, max: undefined }),
    },
    {
      key: 'category',
      name: bookkeeping('category'),
      value:
        category &&
        (otherCategories.length === 0
          ? categoryText(category)
          : bookkeeping('count', { count: otherCategories.length + 1 })),
      panel: () => (
        <Checks
          choices={categoryFilters.map((value) => ({ value, text: categoryText(value) }))}
          chosen={filters.category ?? []}
          onChange={(chosen) => onChange({ category: someOf(chosen) })}
        />
      ),
      onClear: () => onChange({ category: undefined }),
    },
    {
      key: 'receipt',
      name: bookkeeping('receipt'),
      value: filters.receipt && bookkeeping('MISSING'),
      panel: (done) => (
        <Choices
          choices={[{ value: 'MISSING' as const, text: bookkeeping('MISSING') }]}
          chosen={filters.receipt}
          onChoose={(receipt) => once(done)({ receipt })}
        />
      ),
      onClear: () => onChange({ receipt: undefined }),
    },
  ];
}

/** `1234.50` as `1 234.50`; whole amounts without decimals. */
function tidy(amount: string): string {
  const minor = parseDecimal(amount, 'EUR');
  if (minor === undefined) return amount;
  return groupDigits(minor % 100n === 0n ? String(minor / 100n) : formatDecimal(minor, 'EUR'));
}
