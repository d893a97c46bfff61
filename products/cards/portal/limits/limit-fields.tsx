/** The limits as typed amounts; an empty field means no limit. */
import type { CardLimits } from '@calmly/contract';
import { type CurrencyCode, formatDecimal } from '@calmly/domain';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { type LimitName, limitNames } from './controls.ts';

export type TypedLimits = Readonly<Record<LimitName, string>>;

export const noLimits: TypedLimits = { perPayment: '', perDay: '', perWeek: '', perMonth: '', inTotal: '' };

/** The limits as field values. */
export const typedLimits = (limits: CardLimits): TypedLimits => ({
  perPayment: groupDigits(limits.perPayment ?? ''),
  perDay: groupDigits(limits.perDay ?? ''),
  perWeek: groupDigits(limits.perWeek ?? ''),
  perMonth: groupDigits(limits.perMonth ?? ''),
  inTotal: groupDigits(limits.inTotal ?? ''),
});

type ReadLimits = { readonly limits: CardLimits } | { readonly wrong: readonly LimitName[] };

/** `wrong` names the limits that are not amounts. Zero is a valid limit: nothing may be spent. */
export function readLimits(typed: TypedLimits, currency: CurrencyCode): ReadLimits {
  const read = limitNames.map((name) => ({ name, amount: readAmount(typed[name], currency) }));
  const wrong = read
    .filter(({ amount }) => !amount.ok && amount.code !== 'required' && amount.code !== 'amount_zero')
    .map(({ name }) => name);
  if (wrong.length > 0) return { wrong };
  const limits = read.map(({ name, amount }) => {
    // A limit of zero is one: nothing may be spent.
    if (!amount.ok) return [name, amount.code === 'amount_zero' ? formatDecimal(0n, currency) : null];
    return [name, formatDecimal(amount.minor, currency)];
  });
  return { limits: Object.fromEntries(limits) as CardLimits };
}

interface LimitFieldsProps {
  value: TypedLimits;
  currency: CurrencyCode;
  faults: Faults;
  onChange: (limits: TypedLimits) => void;
}

export function LimitFields({ value, currency, faults, onChange }: LimitFieldsProps) {
  const t = useTranslations('cards.limits');
  return limitNames.map((name) => (
    <TextField
      key={name}
      name={name}
      label={t(`names.${name}`)}
      inputMode="decimal"
      autoComplete="off"
      placeholder={t('noLimit')}
      right={<span>{currency}</span>}
      value={value[name]}
      error={faults[name]}
      onChange={({ target }) => onChange({ ...value, [name]: groupDigits(target.value) })}
    />
  ));
}
