/** Trading: orders of the exchange. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const tradingProblems = {
  trading_wallet_missing: {
    status: 409,
    en: 'You need a {currency} wallet for this order. Create it first.',
    ru: 'Для этой заявки нужен кошелёк {currency}. Сначала создайте его.',
  },
  too_many_trade_orders: {
    status: 409,
    en: 'You already have {most} open orders. Cancel those you no longer need.',
    ru: 'Открытых заявок уже {most}. Отмените те, которые больше не нужны.',
  },
  no_liquidity: {
    status: 409,
    en: 'There are no orders to trade {instrument} with right now. Place a limit order instead.',
    ru: 'По {instrument} сейчас нет встречных заявок. Разместите лимитную заявку.',
  },
  trade_order_over: {
    status: 409,
    en: 'This order is already complete.',
    ru: 'Эта заявка уже завершена.',
  },
  order_needs_approval: {
    status: 409,
    en: 'Your company’s rules require approval for this order, and orders can’t wait for approval. Ask a colleague who doesn’t need approval to place it, or place a smaller order if the rules allow you one without approval.',
    ru: 'По правилам компании эту заявку нужно согласовать, а ждать согласования заявки не могут. Попросите разместить её коллегу, которому согласование не нужно, или разместите заявку меньше, если по правилам её можно не согласовывать.',
  },
  trade_order_waits: {
    status: 409,
    en: 'This order is waiting for its stop price and can’t be changed. Cancel it and place a new one.',
    ru: 'Заявка ждёт своей стоп-цены, изменить её нельзя. Отмените её и разместите новую.',
  },
} as const satisfies Problems;

export const tradingFieldProblems = {
  step_size: {
    en: 'Enter a multiple of {step}.',
    ru: 'Введите значение, кратное {step}.',
  },
  order_too_small: {
    en: 'The order must be worth at least {least}.',
    ru: 'Минимальная стоимость заявки: {least}.',
  },
  order_filled_more: {
    en: 'More than this has already been filled. Enter a larger amount, or cancel the order.',
    ru: 'Уже исполнено больше. Введите большее количество или отмените заявку.',
  },
  price_far: {
    en: 'This price is more than {percent}% worse than the market price. Check it.',
    ru: 'Эта цена более чем на {percent} % хуже рыночной. Проверьте её.',
  },
  stop_reached: {
    en: 'The market has already reached this price.',
    ru: 'Рынок уже достиг этой цены.',
  },
  post_only_rests: {
    en: 'A post-only order is a limit order that stays open until it is filled or cancelled.',
    ru: 'Заявка «только мейкер» — это лимитная заявка, открытая до исполнения или отмены.',
  },
} as const satisfies FieldProblems;
