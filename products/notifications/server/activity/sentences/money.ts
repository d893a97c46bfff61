/** Sentences about money: payments, payouts, requests, cards, crypto. */
import { categoryNames } from '@calmly/contract';
import { cards, crypto, payments, type Sentence } from './sentence.ts';

const categoryWords = (locale: 'en' | 'ru', none: string): string => {
  const words = Object.entries(categoryNames).map(([category, names]) => `${category} {${names[locale]}}`);
  return `{category, select, ${words.join(' ')} NONE {${none}} other {{category}}}`;
};

export const moneySentences: Readonly<Record<string, Sentence>> = {
  'receipt.attached': payments(
    'Receipt attached to {number}: {file}',
    'К платежу {number} приложен чек: {file}',
  ),
  'receipt.removed': payments(
    'Receipt removed from {number}: {file}',
    'У платежа {number} удалён чек: {file}',
  ),
  'bookkeeping.categorised': payments(
    `Category of {count, plural, one {{number}} other {# payments}}: ${categoryWords('en', 'removed')}`,
    `Категория {count, plural, =1 {платежа {number}} one {# платежа} other {# платежей}}: ${categoryWords('ru', 'удалена')}`,
  ),
  'bookkeeping.noted': payments('Note on {number} changed', 'Изменена заметка к платежу {number}'),
  'bookkeeping.note_removed': payments('Note on {number} deleted', 'Удалена заметка к платежу {number}'),
  'bookkeeping.receipts_changed': payments(
    '{above, select, NONE {Receipts are no longer needed for payments} other {Receipts needed for payments above €{above} from {from}}}',
    '{above, select, NONE {Чеки к платежам больше не нужны} other {Чеки нужны к платежам свыше {above} € с {from}}}',
  ),
  'money_request.created': payments(
    'Request for money created: {reference}',
    'Создан запрос денег: {reference}',
  ),
  'money_request.canceled': payments(
    'Request for money cancelled: {reference}',
    'Запрос денег отменён: {reference}',
  ),
  'payout.created': payments('Payout started: {number}', 'Создана выплата: {number}'),
  'payout.confidential': payments(
    'Payout made confidential: {number}',
    'Выплата стала конфиденциальной: {number}',
  ),
  'payout.not_confidential': payments(
    'Payout no longer confidential: {number}',
    'Выплата больше не конфиденциальна: {number}',
  ),
  'payout.discarded': payments('Payout discarded: {number}', 'Выплата удалена: {number}'),
  'payout.confirmed': payments(
    'Payout confirmed: {number}, {rows, plural, one {# row} other {# rows}}',
    'Выплата подтверждена: {number}, {rows, plural, one {# строка} few {# строки} many {# строк} other {# строки}}',
  ),
  'payout.canceled': payments('Payout taken back: {number}', 'Выплата отозвана: {number}'),
  'pay_link.created': payments('Payment page link created', 'Создана ссылка на страницу для оплаты'),
  'pay_link.changed': payments('Payment page changed', 'Изменена страница для оплаты'),
  'pay_link.revoked': payments('Payment page link turned off', 'Ссылка на страницу для оплаты отключена'),
  // The person requests it; the order book decides later, and the order may be filled first.
  'trade_order.cancelled': crypto(
    'Cancellation of an order in {instrument} requested',
    'Запрошена отмена заявки по {instrument}',
  ),
  'trade_order.amended': crypto(
    'Change to an order in {instrument} requested',
    'Запрошено изменение заявки по {instrument}',
  ),
  'statement.restated': payments(
    'Official statement for {month} corrected: version {version}',
    'Официальная выписка за {month} исправлена: версия {version}',
  ),
  'suspense.assigned': payments(
    'Money sent to another account number was credited to yours',
    'Деньги, отправленные на другой номер счёта, зачислены на ваш',
  ),
  'standing_order.created': payments(
    'Payment to {payee} scheduled',
    'Запланирован платёж, получатель {payee}',
  ),
  'standing_order.changed': payments(
    'Future payments to {payee} changed',
    'Изменены будущие платежи, получатель {payee}',
  ),
  'standing_order.paused': payments(
    'Payments to {payee} paused',
    'Платежи приостановлены, получатель {payee}',
  ),
  'standing_order.resumed': payments(
    'Payments to {payee} resumed',
    'Платежи возобновлены, получатель {payee}',
  ),
  'standing_order.skipped': payments(
    'One payment to {payee} skipped',
    'Один платёж пропущен, получатель {payee}',
  ),
  'standing_order.occurrence': payments(
    'One payment to {payee} changed',
    'Изменён один платёж, получатель {payee}',
  ),
  'standing_order.restored': payments(
    'One payment to {payee} restored',
    'Один платёж восстановлен, получатель {payee}',
  ),
  'standing_order.sent': payments(
    'Missed payment to {payee} sent',
    'Пропущенный платёж отправлен, получатель {payee}',
  ),
  'standing_order.ended': payments(
    'Payments to {payee} ended',
    'Регулярные платежи завершены, получатель {payee}',
  ),
  'card.activated': cards(
    'Card {card} •••• {lastFour} activated',
    'Карта {card} •••• {lastFour} активирована',
  ),
  'card.blocked': cards('Card {card} •••• {lastFour} blocked', 'Карта {card} •••• {lastFour} заблокирована'),
  'card.locked': cards(
    'Card {card} •••• {lastFour} locked {lock, select, receipts_missing {because receipts are missing} other {after three wrong PINs}}',
    'Карта {card} •••• {lastFour} приостановлена: {lock, select, receipts_missing {нет чеков} other {PIN-код трижды введён неверно}}',
  ),
  'card.unlocked': cards(
    'Card {card} •••• {lastFour} unlocked: its receipts are complete',
    'Карта {card} •••• {lastFour} снова работает: все чеки добавлены',
  ),
  'card.receipts_changed': cards(
    'Rules for receipts of card payments changed',
    'Изменены правила о чеках по оплатам картой',
  ),
  'card.disputed': cards(
    'Dispute about {merchant} with card {card} •••• {lastFour}: {status, select, OPEN {opened} IN_REVIEW {in review} WON {won} LOST {lost} REFUNDED {refunded by the merchant} REVERSED {credit taken back after a refund} other {withdrawn}}',
    'Спор с {merchant} по карте {card} •••• {lastFour}: {status, select, OPEN {открыт} IN_REVIEW {на рассмотрении} WON {выигран} LOST {проигран} REFUNDED {магазин вернул деньги} REVERSED {зачисление отменено после возврата} other {отозван}}',
  ),
  'card.unblocked': cards(
    'Card {card} •••• {lastFour} unblocked',
    'Карта {card} •••• {lastFour} разблокирована',
  ),
  'card.closed': cards('Card {card} •••• {lastFour} closed', 'Карта {card} •••• {lastFour} закрыта'),
  'card.expired': cards('Card {card} •••• {lastFour} expired', 'Срок карты {card} •••• {lastFour} истёк'),
  'card.replaced': cards(
    'Card {card} •••• {before} replaced by •••• {lastFour}: {reason, select, lost {lost} stolen {stolen} damaged {damaged} other {renewal}}',
    'Карта {card} •••• {before} заменена на •••• {lastFour}: {reason, select, lost {потеряна} stolen {украдена} damaged {повреждена} other {продление}}',
  ),
  'card.renamed': cards(
    'Card {before} •••• {lastFour} renamed to {card}',
    'Карта {before} •••• {lastFour} переименована в {card}',
  ),
  'card.controls_changed': cards(
    '{wider, select, true {Card {card} •••• {lastFour} may be used for more} other {Card {card} •••• {lastFour} restricted}}',
    '{wider, select, true {Возможности карты {card} •••• {lastFour} расширены} other {Возможности карты {card} •••• {lastFour} ограничены}}',
  ),
  'card.topped_up': cards('Card {card} •••• {lastFour} topped up', 'Карта {card} •••• {lastFour} пополнена'),
  'card.withdrawn': cards(
    'Money moved from card {card} •••• {lastFour} to an account',
    'Деньги с карты {card} •••• {lastFour} переведены на счёт',
  ),
  'card.revealed': cards(
    'Number and security code of card {card} •••• {lastFour} shown',
    'Показаны номер и код безопасности карты {card} •••• {lastFour}',
  ),
  'card.pin_shown': cards(
    'PIN of card {card} •••• {lastFour} shown',
    'Показан PIN-код карты {card} •••• {lastFour}',
  ),
  'card.pin_set': cards(
    'PIN of card {card} •••• {lastFour} set',
    'Задан PIN-код карты {card} •••• {lastFour}',
  ),

  'crypto.started': crypto('Crypto started', 'Криптовалюта подключена'),
  'crypto.address_created': crypto(
    'Deposit address for {currency} created',
    'Создан адрес для пополнения {currency}',
  ),
  'crypto.payee_added': crypto(
    '{label} ({currency}) added to the address book',
    'В адресную книгу добавлен адрес {label} ({currency})',
  ),
  'crypto.payee_deleted': crypto(
    '{label} ({currency}) deleted from the address book',
    'Из адресной книги удалён адрес {label} ({currency})',
  ),
  'crypto.moved_in': crypto(
    'Money moved from an account to the EPI wallet',
    'Деньги со счёта переведены на кошелёк EPI',
  ),
  'crypto.moved_out': crypto(
    'Money moved from the EPI wallet to an account',
    'Деньги с кошелька EPI переведены на счёт',
  ),
  'crypto.withdrawal_ordered': crypto('Withdrawal to {address} ordered', 'Заказан вывод на адрес {address}'),
  'crypto.withdrawal_canceled': crypto('Withdrawal of {currency} cancelled', 'Вывод {currency} отменён'),
  'crypto.deposit_lost': crypto(
    'The network undid a credited deposit of {currency}; the wallet is locked',
    'Сеть отменила зачисленное поступление {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.deposit_returned': crypto(
    'The deposit of {currency} that the network undid is back',
    'Отменённое сетью поступление {currency} снова подтверждено',
  ),
  'crypto.withdrawal_paid_late': crypto(
    'The network paid a failed withdrawal of {currency} after all; the wallet is locked',
    'Сеть всё же исполнила неудавшийся вывод {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.withdrawal_undone': crypto(
    'The network undid a confirmed withdrawal of {currency}; the wallet is locked',
    'Сеть отменила подтверждённый вывод {currency}; кошелёк закрыт для списаний',
  ),
  'crypto.withdrawal_returned': crypto(
    'A withdrawal of {currency} has its first outcome again',
    'У вывода {currency} снова прежний результат',
  ),
  'crypto.incident_settled': crypto(
    'We corrected the balance of {currency} after the network changed a transfer',
    'Мы исправили остаток {currency}: сеть изменила результат перевода',
  ),
  'crypto.incident_written_off': crypto(
    'We closed the case of {currency}; the balance stays as it is',
    'Мы закрыли обращение по {currency}; остаток не изменился',
  ),
};
