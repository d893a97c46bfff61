/** The texts of the payment confirmation in both languages. */
import type { PaymentDetails } from '@calmly/contract';
import { paymentStatuses as english, type PaymentStatuses } from '@calmly/contract/words/en/payment-statuses';
import { paymentStatuses as russian } from '@calmly/contract/words/ru/payment-statuses';
import type { PaymentStatus } from '@calmly/domain';

export interface ConfirmationTexts {
  readonly title: string;
  readonly executedOn: string;
  readonly returnedOn: string;
  /** The step of a payment that came back. */
  readonly returned: string;
  readonly amount: string;
  readonly fee: string;
  readonly noFee: string;
  readonly total: string;
  readonly totalReceived: string;
  readonly theyReceived: string;
  readonly merchantCharged: string;
  readonly merchantRefunded: string;
  readonly takenFromCard: string;
  readonly receivedOnCard: string;
  readonly merchant: string;
  readonly card: string;
  readonly held: string;
  readonly sentBack: string;
  readonly rate: string;
  readonly from: string;
  readonly to: string;
  readonly bank: string;
  readonly reference: string;
  readonly endToEndId: string;
  readonly number: string;
  readonly date: string;
  readonly orderedBy: string;
  readonly scheme: string;
  readonly charges: string;
  readonly bearers: Readonly<Record<PaymentDetails['chargeBearer'], string>>;
  readonly schemes: Readonly<Record<PaymentDetails['scheme'], string>>;
  readonly timeline: string;
  /** Only the steps that matter to a reader; the others are internal. */
  readonly steps: Readonly<Partial<Record<PaymentStatus, string>>>;
  readonly footer: string;
}

/** Those that matter to a reader, in the words of the portal and of exported files. */
const stepsOf = ({ SUBMITTED, AML_APPROVED, PENDING_FINANCE_INSTITUTION, EXECUTED }: PaymentStatuses) => ({
  SUBMITTED,
  AML_APPROVED,
  PENDING_FINANCE_INSTITUTION,
  EXECUTED,
});

export const confirmationTexts: Readonly<Record<'en' | 'ru', ConfirmationTexts>> = {
  en: {
    title: 'Payment confirmation',
    executedOn: 'Executed on',
    returnedOn: 'Returned on',
    returned: 'Returned',
    amount: 'Amount',
    fee: 'Fee',
    noFee: 'No fee',
    total: 'Taken from the account',
    totalReceived: 'Received in the account',
    theyReceived: 'The payee received',
    merchantCharged: 'The merchant charged',
    merchantRefunded: 'The merchant refunded',
    takenFromCard: 'Taken from the card',
    receivedOnCard: 'Received on the card',
    merchant: 'Merchant',
    card: 'Card',
    held: 'Approved',
    sentBack: 'Returned by their bank',
    rate: 'Exchange rate',
    from: 'From',
    to: 'To',
    bank: 'Bank',
    reference: 'Reference',
    endToEndId: 'End-to-end ID',
    number: 'Payment number',
    date: 'Created',
    orderedBy: 'Created by',
    scheme: 'Payment type',
    charges: 'Charges',
    bearers: {
      SHA: 'Shared (SHA)',
      OUR: 'All paid by the sender (OUR)',
      BEN: 'All paid by the payee (BEN)',
    },
    schemes: {
      SEPA: 'SEPA credit transfer',
      SEPA_INSTANT: 'SEPA Instant credit transfer',
      SWIFT: 'SWIFT transfer',
      OWN: 'Transfer between own accounts',
      INTERNAL: 'Transfer within Calmly',
      EXCHANGE: 'Exchange between own accounts',
      CARD: 'Card payment',
      CARD_MOVE: 'Transfer between account and card',
      CARD_FEE: 'Card fee',
      TRADE: 'Trade',
      CRYPTO: 'Crypto transfer',
      CRYPTO_MOVE: 'Transfer between account and wallet',
    },
    timeline: 'Payment history',
    steps: stepsOf(english),
    footer: 'Generated electronically and valid without a signature. Times are in {timeZone}.',
  },
  ru: {
    title: 'Подтверждение платежа',
    executedOn: 'Исполнен',
    returnedOn: 'Возвращён',
    returned: 'Возвращён',
    amount: 'Сумма',
    fee: 'Комиссия',
    noFee: 'Без комиссии',
    total: 'Списано со счёта',
    totalReceived: 'Зачислено на счёт',
    theyReceived: 'Получатель получил',
    merchantCharged: 'Списано магазином',
    merchantRefunded: 'Возвращено магазином',
    takenFromCard: 'Списано с карты',
    receivedOnCard: 'Зачислено на карту',
    merchant: 'Магазин',
    card: 'Карта',
    held: 'Одобрен',
    sentBack: 'Возвращено банком получателя',
    rate: 'Курс',
    from: 'Отправитель',
    to: 'Получатель',
    bank: 'Банк',
    reference: 'Назначение',
    endToEndId: 'Сквозной номер',
    number: 'Номер платежа',
    date: 'Создан',
    orderedBy: 'Кто создал платёж',
    scheme: 'Вид платежа',
    charges: 'Комиссии банков',
    bearers: {
      SHA: 'Пополам (SHA)',
      OUR: 'Платит отправитель (OUR)',
      BEN: 'Платит получатель (BEN)',
    },
    schemes: {
      SEPA: 'Перевод SEPA',
      SEPA_INSTANT: 'Мгновенный перевод SEPA',
      SWIFT: 'Перевод SWIFT',
      OWN: 'Перевод между своими счетами',
      INTERNAL: 'Перевод внутри Calmly',
      EXCHANGE: 'Обмен между своими счетами',
      CARD: 'Оплата картой',
      CARD_MOVE: 'Перевод между счётом и картой',
      CARD_FEE: 'Комиссия за карту',
      TRADE: 'Сделка',
      CRYPTO: 'Перевод криптовалюты',
      CRYPTO_MOVE: 'Перевод между счётом и кошельком',
    },
    timeline: 'История платежа',
    steps: stepsOf(russian),
    footer: 'Сформировано автоматически, действительно без подписи. Время: {timeZone}.',
  },
};

/** How a transaction travelled, in words. */
export const schemeNames = (locale: 'en' | 'ru'): ConfirmationTexts['schemes'] =>
  confirmationTexts[locale].schemes;
