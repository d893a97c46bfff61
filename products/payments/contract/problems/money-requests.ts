/** Requests for money. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const moneyRequestProblems = {
  money_request_state: {
    status: 409,
    en: 'The request’s status has changed, so this is no longer possible.',
    ru: 'Статус запроса изменился, действие больше недоступно.',
  },
} as const satisfies Problems;

export const moneyRequestFieldProblems = {
  due_in_past: { en: 'Choose today or a later date.', ru: 'Выберите сегодняшнюю или более позднюю дату.' },
} as const satisfies FieldProblems;
