/** Exchange: quotes and their outcome. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const exchangeProblems = {
  quote_expired: {
    status: 409,
    en: 'This rate has expired. Check the new one and confirm again.',
    ru: 'Срок действия курса истёк. Проверьте новый курс и подтвердите ещё раз.',
  },
  quote_used: {
    status: 409,
    en: 'This rate was already used. Get a new one.',
    ru: 'Курс уже использован. Запросите новый.',
  },
  price_unavailable: {
    status: 503,
    en: 'Rates aren’t available right now. Try again in a few minutes.',
    ru: 'Курсы сейчас недоступны. Попробуйте через несколько минут.',
  },
  rates_unavailable: {
    status: 503,
    en: 'Rates aren’t available right now, so we can’t add up different currencies. Your balances are up to date.',
    ru: 'Курсы сейчас недоступны, поэтому мы не можем сложить суммы в разных валютах. Остатки на счетах актуальны.',
  },
  rate_moved: {
    status: 409,
    en: 'The exchange rate has moved too far since this payment was created. Reject it, and the requester can send it again at today’s rate.',
    ru: 'С момента создания платежа курс сильно изменился. Отклоните его: автор сможет отправить платёж заново по текущему курсу.',
  },
  insufficient_balance: {
    status: 422,
    en: 'There isn’t enough money: you need {needed} and have {available} available.',
    ru: 'Недостаточно средств: нужно {needed}, доступно {available}.',
  },
} as const satisfies Problems;

export const exchangeFieldProblems = {
  same_currency: {
    en: 'Both accounts are in {currency}. Use a payment between accounts.',
    ru: 'Оба счёта в валюте {currency}. Выберите перевод между счетами.',
  },
  quote_differs: {
    en: 'This rate was quoted for another payment. Get a new one.',
    ru: 'Этот курс рассчитан для другого платежа. Запросите новый.',
  },
  exchange_instead: {
    en: 'This is your own account in another currency. Use Exchange.',
    ru: 'Это ваш собственный счёт в другой валюте. Выберите «Обмен».',
  },
  exchange_limit: {
    en: 'You can exchange up to {limit} at a time.',
    ru: 'За один раз можно обменять не больше {limit}.',
  },
  amount_below_unit: {
    en: 'This amount is too small to exchange.',
    ru: 'Сумма слишком мала для обмена.',
  },
} as const satisfies FieldProblems;
