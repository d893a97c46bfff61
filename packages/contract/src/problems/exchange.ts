/** Exchange: a price that is quoted, and what has become of it. */
import type { FieldProblems, Problems } from './table.ts';

export const exchangeProblems = {
  quote_expired: {
    status: 409,
    en: 'The price was valid until a moment ago. Here is the price of now.',
    ru: 'Срок действия курса истёк. Вот курс на эту минуту.',
  },
  quote_used: {
    status: 409,
    en: 'This exchange has been done already.',
    ru: 'Этот обмен уже выполнен.',
  },
  price_unavailable: {
    status: 503,
    en: 'There is no current price for these currencies. Nothing was done; try again in a moment.',
    ru: 'Сейчас нет актуального курса для этих валют. Ничего не выполнено, попробуйте через минуту.',
  },
  insufficient_balance: {
    status: 422,
    en: 'Not enough money: {needed} is needed, {available} is available.',
    ru: 'Недостаточно средств: нужно {needed}, доступно {available}.',
  },
} as const satisfies Problems;

export const exchangeFieldProblems = {
  same_currency: {
    en: 'Both accounts are in {currency}: this is a payment between own accounts.',
    ru: 'Оба счёта в валюте {currency}: это перевод между своими счетами.',
  },
  amount_below_unit: {
    en: 'This is too little to exchange.',
    ru: 'Слишком мало для обмена.',
  },
} as const satisfies FieldProblems;
