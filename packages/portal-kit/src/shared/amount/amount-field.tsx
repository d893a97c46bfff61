/**
 * The amount, 72 px high: digits are grouped while typing, and the caret stays with the digit just typed. The currency is that of the
 * account, or one of two if the amount is converted. On blur the field formats itself to the currency's decimals.
 */
import type { CurrencyCode } from '@calmly/domain';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { FieldFrame } from '@calmly/ui/fields/field.tsx';
import { Select } from '@calmly/ui/fields/select.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './amount-field.module.css';
import { regroup, tidied, tidyAmount } from './amount-input.ts';

interface AmountFieldProps {
  label: string;
  value: string;
  currency: CurrencyCode;
  /** The other currency in which the amount may be given. */
  other?:
    | { readonly currency: CurrencyCode; readonly label: string; readonly onChoose: () => void }
    | undefined;
  help?: ReactNode | undefined;
  error?: string | undefined;
  /** At the right of the label. */
  aside?: ReactNode;
  onChange: (text: string) => void;
  onLeave: () => void;
}

export function AmountField(props: AmountFieldProps) {
  const { label, value, currency, other, help, error, aside, onChange, onLeave } = props;
  const input = useRef<HTMLInputElement>(null);
  const [caret, setCaret] = useState<number>();

  useLayoutEffect(() => {
    const field = input.current;
    if (caret === undefined || !field || document.activeElement !== field || field.value !== value) return;
    field.setSelectionRange(caret, caret);
  }, [caret, value]);

  const type = (text: string, at: number) => {
    const next = regroup(text, at);
    setCaret(next.caret);
    onChange(next.text);
  };
  const tidy = () => {
    const next = tidied(value, currency);
    setCaret(undefined);
    if (next !== undefined) onChange(next);
  };

  return (
    <FieldFrame label={label} help={help} error={error} aside={aside}>
      {(wiring) => (
        <Inline gap={16} align="center" className={classes.amount} data-invalid={error ? '' : undefined}>
          <input
            {...wiring}
            ref={input}
            name="amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder={tidyAmount(0n, currency)}
            value={value}
            onChange={(event) =>
              type(event.target.value, event.target.selectionStart ?? event.target.value.length)
            }
            // Enter sends the tidy form: if it were tidied afterwards, it would count as another amount.
            onKeyDown={(event) => event.key === 'Enter' && tidy()}
            onBlur={() => {
              tidy();
              onLeave();
            }}
          />
          {other ? (
            <Select
              className={classes.currency}
              left={<Flag currency={currency} size={24} />}
              name="amountCurrency"
              aria-label={other.label}
              value={currency}
              onChange={({ target }) => target.value === other.currency && other.onChoose()}
            >
              <option>{currency}</option>
              <option>{other.currency}</option>
            </Select>
          ) : (
            <span className={classes.currency}>
              <Flag currency={currency} size={24} />
              {currency}
            </span>
          )}
        </Inline>
      )}
    </FieldFrame>
  );
}
