/** Problems of statements. */
import type { FieldProblems } from '../table.ts';

export const statementFieldProblems = {
  period_future: {
    en: 'A statement can end today at the latest.',
    ru: 'Выписка может заканчиваться не позже сегодняшнего дня.',
  },
  period_reversed: {
    en: 'The period ends before it begins.',
    ru: 'Период заканчивается раньше, чем начинается.',
  },
  day_future: { en: 'Choose today or an earlier day.', ru: 'Выберите сегодняшний или более ранний день.' },
  format_decimals: {
    en: 'Amounts in this currency have too many decimals for this format. Choose PDF, CSV or XLSX.',
    ru: 'В этой валюте слишком много знаков после запятой для этого формата. Выберите PDF, CSV или XLSX.',
  },
  period_too_early: { en: 'Choose a day in the last 50 years.', ru: 'Выберите день за последние 50 лет.' },
} as const satisfies FieldProblems;
