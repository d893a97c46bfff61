/**
 * Six boxes, one digit each, in two groups of three (specification section 5): digits, backspace, delete, arrows and paste; pasted text
 * must be digits only and is cut to the boxes from the focused one on. The caret is always at the next digit.
 */
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import classes from '../../layers/dialog.module.css';
import { Grid } from '../../layout/boxes.tsx';
import { noPlaceholder } from '../field.tsx';

export const otpLength = 6;

interface OtpBoxesProps {
  value: string;
  invalid: boolean;
  onChange: (value: string) => void;
  /** Something other than digits was pasted. */
  onRejected: () => void;
}

export function OtpBoxes({ value, invalid, onChange, onRejected }: OtpBoxesProps) {
  const t = useTranslations('otp');
  const group = useRef<HTMLFieldSetElement>(null);
  const focusBox = (index: number) => {
    const boxes = group.current?.querySelectorAll('input');
    boxes?.[Math.max(0, Math.min(index, otpLength - 1))]?.focus();
  };
  useEffect(() => {
    // If a prefilled code is complete, the caret waits at its end, so that Enter continues.
    const boxes = [...(group.current?.querySelectorAll('input') ?? [])];
    (boxes.find((box) => box.value === '') ?? boxes.at(-1))?.focus();
  }, []);
  const put = (index: number, digits: string) => {
    const start = Math.min(index, value.length);
    const next = (value.slice(0, start) + digits + value.slice(start + digits.length)).slice(0, otpLength);
    onChange(next);
    focusBox(start + digits.length);
  };
  const type = (index: number, text: string) => {
    const digits = text.replace(/\D/g, '');
    // A one-time code filled in by the phone arrives as one long input.
    if (digits.length > 1) put(text.length > 2 ? 0 : index, text.length > 2 ? digits : digits.slice(-1));
    else if (digits) put(index, digits);
  };
  const press = (event: KeyboardEvent, index: number) => {
    if (event.key === 'Backspace' || event.key === 'Delete') {
      event.preventDefault();
      const at = event.key === 'Backspace' && !value[index] ? index - 1 : index;
      if (at < 0) return;
      onChange(value.slice(0, at) + value.slice(at + 1));
      focusBox(at);
    } else if (event.key === 'ArrowLeft') focusBox(index - 1);
    else if (event.key === 'ArrowRight') focusBox(Math.min(index + 1, value.length));
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      // Not only on change: typing the same digit changes nothing, but the caret must still move on.
      if (/\d/.test(event.key)) put(index, event.key);
    }
  };
  const paste = (event: ClipboardEvent, index: number) => {
    event.preventDefault();
    const text = event.clipboardData.getData('text').replace(/[\s-]/g, '');
    if (/^\d+$/.test(text)) put(index, text);
    else onRejected();
  };
  return (
    <Grid
      as="fieldset"
      ref={group}
      gap={8}
      above={32}
      className={classes.boxes}
      data-invalid={invalid || undefined}
      aria-label={t('boxes')}
    >
      {Array.from({ length: otpLength }, (_, index) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are their positions
          key={index}
          value={value[index] ?? ''}
          inputMode="numeric"
          placeholder={noPlaceholder}
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          aria-label={t('digit', { position: String(index + 1) })}
          aria-invalid={invalid || undefined}
          onChange={(event) => type(index, event.target.value)}
          onKeyDown={(event) => press(event, index)}
          onPaste={(event) => paste(event, index)}
          onFocus={(event) => event.target.select()}
        />
      ))}
    </Grid>
  );
}
