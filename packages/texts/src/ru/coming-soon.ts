import type { comingSoon as english } from '../en/coming-soon.ts';
import type { Translated } from '../translated.ts';

export const comingSoon: Translated<typeof english> = {
  other: { title: 'Скоро', text: 'Мы ещё работаем над этим разделом.' },
  cards: {
    title: 'Карты пока недоступны',
    text: 'Здесь можно будет заказать виртуальную или пластиковую карту, задать лимиты и заблокировать её.',
  },
  payouts: {
    title: 'Выплаты из файла пока недоступны',
    text: 'Здесь можно будет загрузить файл и заплатить сразу многим получателям. А пока отправляйте платежи по одному или настройте регулярный платёж.',
    action: 'Новый платёж',
  },
};
