/** Chooses the currency in which figures are shown: plain text with a small arrow, for the head of a card. */
import { type CurrencyCode, fiatCurrencies } from '@calmly/domain';
import { Select } from '@calmly/ui/fields/select.tsx';
import classes from './currency-select.module.css';

interface CurrencySelectProps {
  /** For screen readers. */
  label: string;
  value: CurrencyCode;
  onChange: (currency: CurrencyCode) => void;
}

export function CurrencySelect({ label, value, onChange }: CurrencySelectProps) {
  return (
    <Select
      className={classes.currency}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as CurrencyCode)}
    >
      {fiatCurrencies.map(({ code }) => (
        <option key={code} value={code}>
          {code}
        </option>
      ))}
    </Select>
  );
}
