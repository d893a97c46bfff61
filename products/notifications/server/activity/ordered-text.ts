/** A person's order in a sentence: "Bought 0.005 BTC", "Exchanged 250.00 € to JPY", "Card Travel topped up". Pure. */
import { displayAmount, shortAddress } from '@calmly/domain';
import { formatMessage } from '@calmly/platform/http/calls/messages.ts';
import type { Locale } from '@calmly/platform/work.ts';
import type { OrderedPayment } from '../../../payments/server/payments/index.ts';

const texts = {
  payment: {
    en: 'Payment to {creditor} created, {number}',
    ru: 'Создан платёж {number}, получатель {creditor}',
  },
  requested: {
    en: '{application} requested a payment to {creditor}, {number}',
    ru: 'Приложение {application} запросило платёж {number}, получатель {creditor}',
  },
  own: {
    en: 'Moved {amount} between own accounts, {number}',
    ru: 'Переведено между своими счетами: {amount}, {number}',
  },
  exchanged: { en: 'Exchanged {amount} to {target}, {number}', ru: 'Обмен {amount} на {target}, {number}' },
  bought: { en: 'Bought {other} for {amount}, {number}', ru: 'Куплено {other} за {amount}, {number}' },
  sold: { en: 'Sold {amount}, {number}', ru: 'Продано {amount}, {number}' },
  paidByCard: { en: 'Paid {creditor} by card, {number}', ru: 'Оплата картой: {creditor}, {number}' },
  cardFee: { en: 'Card fee for {name}, {number}', ru: 'Комиссия за карту {name}, {number}' },
  toppedUp: { en: 'Topped up {name}, {number}', ru: 'Пополнена карта {name}, {number}' },
  fromCard: { en: 'Moved money from card {name}, {number}', ru: 'Деньги выведены с карты {name}, {number}' },
  toWallet: {
    en: 'Moved {amount} to the EPI wallet, {number}',
    ru: 'Переведено на кошелёк EPI: {amount}, {number}',
  },
  fromWallet: {
    en: 'Moved {amount} from the EPI wallet, {number}',
    ru: 'Переведено с кошелька EPI: {amount}, {number}',
  },
  sentCrypto: {
    en: 'Sent {amount} to {creditor}, {number}',
    ru: 'Отправлено {amount}, получатель {creditor}, {number}',
  },
} as const satisfies Record<string, Readonly<Record<Locale, string>>>;

export function orderedText(order: OrderedPayment, locale: Locale): string {
  const { number, creditorName, currency, reference, converted } = order;
  // For an exchange the reference is the pair, for a card movement the card's name.
  const [, target = ''] = reference.split('/');
  return formatMessage(
    texts[kindOf(order)][locale],
    {
      number,
      application: order.application ?? '',
      creditor: isRawAddress(creditorName) ? shortAddress(creditorName) : creditorName,
      name: reference,
      target,
      amount: displayAmount(order.amountMinor, currency).text,
      other: converted ? displayAmount(converted.amountMinor, converted.currency).text : target,
    },
    locale,
  );
}

function kindOf(order: OrderedPayment): keyof typeof texts {
  const { application, scheme, currency, reference, creditorAccount } = order;
  if (application !== null) return 'requested';
  switch (scheme) {
    case 'OWN':
      return 'own';
    case 'EXCHANGE':
      return 'exchanged';
    case 'TRADE':
      return reference.startsWith(`${currency}/`) ? 'sold' : 'bought';
    case 'CARD':
      return 'paidByCard';
    case 'CARD_FEE':
      return 'cardFee';
    case 'CARD_MOVE':
      return creditorAccount.startsWith('•') ? 'toppedUp' : 'fromCard';
    case 'CRYPTO_MOVE':
      return currency === 'EPI' ? 'fromWallet' : 'toWallet';
    case 'CRYPTO':
      return 'sentCrypto';
    case 'SEPA':
    case 'SEPA_INSTANT':
    case 'SWIFT':
    case 'INTERNAL':
      return 'payment';
  }
}

const isRawAddress = (name: string) => /^\w{26,}$/.test(name);
