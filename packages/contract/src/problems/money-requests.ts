/** Asking for money. */
import type { FieldProblems, Problems } from './table.ts';

export const moneyRequestProblems = {
  money_request_state: {
    status: 409,
    en: 'The request has moved on and this is no longer possible.',
    ru: 'Состояние запроса изменилось, действие больше недоступно.',
  },
} as const satisfies Problems;

export const moneyRequestFieldProblems = {
  due_in_past: { en: 'Choose today or a later day.', ru: 'Выберите сегодняшний или более поздний день.' },
} as const satisfies FieldProblems;
