/** What the activity log says about the actions that this module records. */
import { type ActivityTexts, cards } from '@calmly/platform/activity.ts';

export const activity: ActivityTexts = {
  'card.issued': {
    kind: 'cards',
    en: 'Card {card} •••• {lastFour} issued for {holder}',
    ru: 'Выпущена карта {card} •••• {lastFour}, держатель {holder}',
    people: ['holder'],
  },
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
};
