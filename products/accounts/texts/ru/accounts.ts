import type { Translated } from '@calmly/texts/translated.ts';
import type { accounts as source } from '../en/accounts.ts';

export const accounts: Translated<typeof source> = {
  page: {
    title: 'Счёт',
    balance: 'Остаток',
    reserved: 'Зарезервировано {amount}',
    pay: 'Отправить деньги',
    closed: 'Счёт закрыт',
    closedText: 'Его платежи и выписки остаются доступными.',
    allPayments: 'Поиск и фильтры',
    noPayments: 'Здесь появятся поступления на этот счёт и списания с него.',
  },
  open: 'Открыть счёт',
  openTitle: 'Новый счёт',
  openText: 'Номер счёта появится сразу. Открытие и обслуживание бесплатны.',
  currency: 'Валюта',
  chooseCurrency: 'Выберите валюту',
  name: 'Название',
  nameHelp: { NATURAL: 'Его видите только вы.', LEGAL: 'Его видите только вы и ваши коллеги.' },
  nameRequired: 'Введите название.',
  currencyRequired: 'Выберите валюту.',
  opened: 'Счёт «{name}» открыт',
  rename: 'Переименовать',
  renameTitle: 'Переименовать счёт',
  save: 'Сохранить',
  close: 'Закрыть счёт',
  closeTitle: 'Закрыть счёт «{name}»?',
  closeText:
    'Переводы на {number} станут невозможны, и открыть счёт снова не получится. История платежей и документы сохранятся.',
  closeConfirm:
    '{count, plural, =0 {Закрыть счёт} one {Закрыть и остановить # платёж} few {Закрыть и остановить # платежа} many {Закрыть и остановить # платежей} other {Закрыть и остановить # платежей}}',
  cannotCloseTitle: 'Счёт «{name}» пока нельзя закрыть',
  notEmpty: 'На счёте осталось {amount}. Сначала переведите деньги на другой счёт.',
  reserved:
    '{amount} зарезервировано под незавершённые платежи. Когда они завершатся, счёт можно будет закрыть.',
  last: 'Это ваш единственный счёт. Сначала откройте другой.',
  move: 'Перевести деньги',
  closed: 'Счёт «{name}» закрыт',
  understood: 'Понятно',
  ibanTitle: 'Получить IBAN',
  ibanText:
    'Многие банки принимают только IBAN. У этого счёта есть лишь номер, и указать его сможет не каждый плательщик.',
  ibanAsk: 'Получить IBAN',
  ibanTermsTitle: 'Прежде чем получить IBAN',
  ibanPending: 'Выпускаем IBAN',
  ibanPendingText: 'Он появится здесь, обычно в течение минуты.',
  ibanRefused: 'Не удалось выпустить IBAN',
  ibanRefusals: {
    account_closed: 'Счёт уже закрыт.',
    client_inactive: 'Ваш профиль был неактивен.',
  },
  ibanAsked: 'IBAN запрошен',
};
