/** The words of statement files in both languages. */
import type { Locale } from '@calmly/platform/work.ts';
import type { StatedAccount } from './accounts.ts';

export interface StatementTexts {
  readonly title: string;
  readonly fileName: string;
  readonly archiveName: string;
  readonly sheet: string;
  readonly holder: string;
  readonly account: string;
  readonly currency: string;
  readonly period: string;
  readonly bank: string;
  readonly opening: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly closing: string;
  readonly empty: string;
  readonly fee: string;
  /** For a crypto withdrawal. */
  readonly networkFee: string;
  /** For wallets; each with `{amount}`. */
  readonly profit: {
    readonly title: string;
    readonly realised: string;
    readonly unrealised: string;
    readonly cost: string;
    readonly value: string;
    readonly note: string;
    /** For the rows of a file. */
    readonly columns: Readonly<Record<'realised' | 'unrealised' | 'cost' | 'value' | 'quote', string>>;
  };
  readonly confidentialPayout: string;
  readonly page: string;
  /** With `{at}` and `{timeZone}`. */
  readonly footer: string;
  /** The balance confirmation. */
  readonly letter: {
    readonly title: string;
    readonly fileName: string;
    /** With `{bank}`, `{holder}` and `{day}`. */
    readonly lead: string;
    /** With `{bank}`, `{holder}` and `{at}`. */
    readonly leadToday: string;
    readonly empty: string;
    readonly note: string;
    readonly kinds: Readonly<Record<StatedAccount['kind'], string>>;
  };
  readonly columns: {
    readonly booked: string;
    readonly value: string;
    readonly type: string;
    readonly counterparty: string;
    readonly counterpartyAccount: string;
    readonly reference: string;
    readonly number: string;
    readonly details: string;
    readonly amount: string;
    readonly balance: string;
    readonly currency: string;
    readonly endToEndId: string;
  };
}

export const statementTexts: Readonly<Record<'en' | 'ru', StatementTexts>> = {
  en: {
    title: 'Account statement',
    fileName: 'statement',
    archiveName: 'statements',
    sheet: 'Statement',
    holder: 'Account holder',
    account: 'Account',
    currency: 'Currency',
    period: 'Period',
    bank: 'Bank',
    opening: 'Opening balance',
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    closing: 'Closing balance',
    empty: 'No transactions in this period.',
    fee: 'Fee',
    networkFee: 'Network fee',
    profit: {
      title: 'Profit and loss',
      realised: 'Realised in the period: {amount}',
      unrealised: 'Unrealised at period end: {amount}',
      cost: 'Cost: {amount}',
      value: 'Value: {amount}',
      note: 'Profit and loss by average cost in EPI, fees included. Deposits count at the market price of the moment they arrived, withdrawals leave at their average cost.',
      columns: {
        realised: 'Realised profit',
        unrealised: 'Unrealised profit',
        cost: 'Cost',
        value: 'Value',
        quote: 'Profit currency',
      },
    },
    confidentialPayout: 'Confidential payout {number}',
    page: 'Page',
    footer: 'Made on {at}. Days are in the time zone {timeZone}.',
    letter: {
      title: 'Balance confirmation',
      fileName: 'balances',
      lead: '{bank} confirms that {holder} held these balances at the end of {day}.',
      leadToday: '{bank} confirms that {holder} held these balances on {at}.',
      empty: 'No accounts were open.',
      note: 'Generated electronically and valid without a signature. Payments that were not booked at that time are not included.',
      kinds: { ACCOUNT: 'Account', CARD: 'Card', WALLET: 'Crypto wallet' },
    },
    columns: {
      booked: 'Booked',
      value: 'Value date',
      type: 'Type',
      counterparty: 'Counterparty',
      counterpartyAccount: 'Counterparty account',
      reference: 'Reference',
      number: 'Payment number',
      details: 'Details',
      amount: 'Amount',
      balance: 'Balance',
      currency: 'Currency',
      endToEndId: 'End-to-end ID',
    },
  },
  ru: {
    title: 'Выписка по счёту',
    fileName: 'vypiska',
    archiveName: 'vypiski',
    sheet: 'Выписка',
    holder: 'Владелец счёта',
    account: 'Счёт',
    currency: 'Валюта',
    period: 'Период',
    bank: 'Банк',
    opening: 'Входящий остаток',
    moneyIn: 'Поступления',
    moneyOut: 'Списания',
    closing: 'Исходящий остаток',
    empty: 'За этот период операций не было.',
    fee: 'Комиссия',
    networkFee: 'Комиссия сети',
    profit: {
      title: 'Прибыль и убытки',
      realised: 'Реализовано за период: {amount}',
      unrealised: 'Не реализовано на конец периода: {amount}',
      cost: 'Себестоимость: {amount}',
      value: 'Стоимость: {amount}',
      note: 'Прибыль и убытки рассчитаны в EPI по средней себестоимости с учётом комиссий. Поступления учитываются по рыночной цене в момент зачисления, выводы — по средней себестоимости.',
      columns: {
        realised: 'Реализованная прибыль',
        unrealised: 'Нереализованная прибыль',
        cost: 'Себестоимость',
        value: 'Стоимость',
        quote: 'Валюта прибыли',
      },
    },
    confidentialPayout: 'Конфиденциальная выплата {number}',
    page: 'Страница',
    footer: 'Составлено {at}. Дни указаны по часовому поясу {timeZone}.',
    letter: {
      title: 'Справка об остатках',
      fileName: 'spravka-ob-ostatkah',
      lead: '{bank} подтверждает: на конец дня {day} у клиента {holder} были следующие остатки.',
      leadToday: '{bank} подтверждает: {at} у клиента {holder} были следующие остатки.',
      empty: 'Открытых счетов не было.',
      note: 'Справка сформирована автоматически и действительна без подписи. Платежи, не проведённые к этому моменту, не учтены.',
      kinds: { ACCOUNT: 'Счёт', CARD: 'Карта', WALLET: 'Криптокошелёк' },
    },
    columns: {
      booked: 'Дата операции',
      value: 'Дата валютирования',
      type: 'Тип',
      counterparty: 'Контрагент',
      counterpartyAccount: 'Счёт контрагента',
      reference: 'Назначение',
      number: 'Номер платежа',
      details: 'Описание',
      amount: 'Сумма',
      balance: 'Остаток',
      currency: 'Валюта',
      endToEndId: 'Сквозной номер',
    },
  },
};

const languageOf = (locale: Locale): string => (locale === 'ru' ? 'ru-RU' : 'en-GB');

/** Formats a day (`YYYY-MM-DD`) for people. */
export function dayFormat(locale: Locale): (day: string) => string {
  const format = new Intl.DateTimeFormat(languageOf(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  // Consecutive lines mostly have the same day.
  let [lastDay, lastText] = ['', ''];
  return (day) => {
    if (day !== lastDay) [lastDay, lastText] = [day, format.format(new Date(day))];
    return lastText;
  };
}

/** The name of the month that begins on this day, as a heading. */
export function monthFormat(locale: Locale): (day: string) => string {
  const format = new Intl.DateTimeFormat(languageOf(locale), { month: 'long', timeZone: 'UTC' });
  return (day) => {
    const name = format.format(new Date(day));
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
}

/** A moment in the reader's time zone. */
export function momentFormat(locale: Locale, timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat(languageOf(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  });
  return (at) => format.format(at);
}
