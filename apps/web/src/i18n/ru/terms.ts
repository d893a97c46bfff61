import type { terms as source } from '../en/terms.ts';
import type { Translated } from '../translated.ts';

export const terms: Translated<typeof source> = {
  title: 'Вышла новая версия условий',
  text: 'Прочитайте их, пожалуйста. Платежи и остальные разделы откроются, когда вы примете условия.',
  products: {
    main: 'Основные условия',
    cards: 'Условия по картам',
    crypto: 'Условия по криптовалютам',
    iban_mdle: 'Условия по IBAN',
  },
  version: 'версия {version}',
  accept: 'Всё прочитано: принимаю {product}, версия {version}',
  acceptProducts: {
    main: 'основные условия',
    cards: 'условия по картам',
    crypto: 'условия по криптовалютам',
    iban_mdle: 'условия по IBAN',
  },
  open: 'Открыть в новом окне',
  fees: 'Тарифы',
  acceptFees: 'Я принимаю тарифы',
  feesText: 'Перевод стоит столько, что больше: процент или минимум. Между своими счетами он бесплатен.',
  where: 'Куда',
  eu: 'Внутри ЕЭЗ',
  inter: 'В остальные страны',
  outgoing: 'Исходящий',
  incoming: 'Входящий',
  continue: 'Продолжить',
  accepting: 'Принимаем',
  tickTerms: 'Чтобы продолжить, отметьте согласие.',
  tickBoth: 'Чтобы продолжить, отметьте каждый пункт.',
  later: 'Позже',
  failed: 'Не удалось принять условия.',
  notice: 'Остальные разделы откроются, когда вы примете условия.',
  read: 'Прочитать условия',
};
