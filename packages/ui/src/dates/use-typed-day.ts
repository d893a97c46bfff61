/** A day in a text field: written in the reader's format, parsed while typing. */
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { dateOf, readDay } from './day-text.ts';

/** `value` is `YYYY-MM-DD`, empty until a whole day is typed. */
export function useTypedDay(value: string, onChange: (day: string) => void) {
  const t = useTranslations('ui.day');
  const format = useFormatter();
  const [typed, setTyped] = useState<string>();
  const [left, setLeft] = useState(false);
  // The typed text is kept while it means the same day as the value, which may change elsewhere.
  const own = typed !== undefined && (readDay(typed) ?? '') === value ? typed : undefined;
  const written =
    value && format.dateTime(dateOf(value), { day: '2-digit', month: '2-digit', year: 'numeric' });
  return {
    /** Shown when the person leaves the field without a valid day. */
    problem: left && own?.trim() && value === '' ? t('unreadable', { format: t('format') }) : undefined,
    input: {
      value: own ?? written,
      placeholder: t('format'),
      inputMode: 'numeric' as const,
      autoComplete: 'off',
      maxLength: 10,
      onChange: (text: string) => {
        setTyped(text);
        setLeft(false);
        onChange(readDay(text) ?? '');
      },
      onBlur: () => {
        setLeft(true);
        if (value) setTyped(undefined);
      },
    },
  };
}
