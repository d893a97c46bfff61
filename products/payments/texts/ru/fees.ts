import type { Translated } from '@calmly/texts/translated.ts';
import type { messages as english } from '../en/fees.ts';

export const messages: Translated<typeof english> = {
  fees: {
    title: 'Тарифы',
    transfers: 'Переводы',
    transfersText: 'Комиссии в {currency}. Если указаны процент и минимум, вы платите большую из двух сумм.',
    calculator: 'Калькулятор комиссии',
    amount: 'Сумма',
    currency: 'Валюта',
    destination: 'Куда отправляете',
    destinations: {
      eu: 'В банк внутри ЕЭЗ',
      inter: 'В банк за пределами ЕЭЗ',
      inside: 'На свой счёт или клиенту Calmly',
    },
    method: 'Способ',
    charges: 'Кто платит комиссии',
    fee: 'Комиссия',
    rule: 'Правило',
    leaves: 'Спишется со счёта',
    arrives: 'Отправим получателю',
    arrivesNote: 'Другие банки могут удержать свою комиссию.',
    tooSmall: 'Комиссия больше суммы. Введите большую сумму или возьмите комиссии на себя.',
    invalid: 'Введите сумму, например 250.00.',
    precise: 'В {currency} меньше знаков после запятой. Введите сумму, например {example}.',
    rest: 'Остальные услуги',
    trading: 'Криптобиржа',
    maker: 'Заявка, которая ждёт в стакане (мейкер)',
    taker: 'Заявка, которая исполняется сразу (тейкер)',
    perTrade: '{percent} % от каждой сделки',
  },
};
