/** Filters that only payments have: named periods, payees found by the server, a range of amounts. */

import { readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Choices, Days, RangeForm, SearchChoices } from '@calmly/ui/lists/filter-panels.tsx';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type PaymentFilters, periods } from '../model/filters.ts';
import { beneficiariesQuery } from '../queries.ts';

export interface PanelProps {
  filters: PaymentFilters;
  /** Takes over an answer. */
  onChange: (patch: PaymentFilters) => void;
}

export function DatePanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments.filters');
  return (
    <Days
      presets={
        <Choices
          choices={periods.map((value) => ({ value, text: t(`periods.${value}`) }))}
          chosen={filters.period}
          onChoose={(period) => onChange({ period, from: undefined, to: undefined })}
        />
      }
      from={filters.from}
      to={filters.to}
      onApply={(days) => onChange({ period: undefined, ...days })}
    />
  );
}

export function PayeePanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('paymentsList.filters');
  const [search, setSearch] = useState('');
  const found = useQuery(beneficiariesQuery(search)).data;
  return (
    <SearchChoices
      label={t('findPayee')}
      none={t('noPayee')}
      onSearch={setSearch}
      isSearching={!found}
      choices={(found ?? []).map(({ id, name }) => ({ value: id, text: name }))}
      chosen={filters.payee}
      onChoose={(payee) => onChange({ payee })}
    />
  );
}

export function AmountPanel({ filters, onChange }: PanelProps) {
  const t = useTranslations('payments');
  const [min, setMin] = useState(filters.min ?? '');
  const [max, setMax] = useState(filters.max ?? '');
  const [wrong, setWrong] = useState<'min' | 'max'>();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const least = plain(min);
    const most = plain(max);
    if (least === null || most === null) return setWrong(least === null ? 'min' : 'max');
    onChange({ min: least, max: most });
  };
  const error = (side: 'min' | 'max') => wrong === side && t('create.problems.invalid');
  return (
    <RangeForm onSubmit={apply}>
      <TextField
        size="m"
        inputMode="decimal"
        label={t('filters.atLeast')}
        value={min}
        error={error('min')}
        onChange={(e) => setMin(e.target.value)}
      />
      <TextField
        size="m"
        inputMode="decimal"
        label={t('filters.atMost')}
        value={max}
        error={error('max')}
        onChange={(e) => setMax(e.target.value)}
      />
    </RangeForm>
  );
}

/** A typed bound as a plain decimal: undefined when empty, null when it is no amount. Bounds span currencies: two decimals. */
function plain(text: string): string | undefined | null {
  const amount = readAmount(text, 'EUR');
  if (amount.ok) return `${amount.minor / 100n}.${String(amount.minor % 100n).padStart(2, '0')}`;
  if (amount.code === 'required') return undefined;
  return amount.code === 'amount_zero' ? undefined : null;
}
