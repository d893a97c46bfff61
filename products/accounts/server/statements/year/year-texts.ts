/** The words of the year overview in both languages. */
import type { StatementAccount, YearKind } from '@calmly/contract';
import type { Locale } from '@calmly/platform/work.ts';

interface YearTexts {
  readonly title: string;
  readonly fileName: string;
  readonly sheet: string;
  /** With `{from}` and `{to}`. */
  readonly soFar: string;
  readonly byCurrency: string;
  readonly byAccount: string;
  /** With `{currency}`. */
  readonly byKind: string;
  readonly closed: string;
  readonly empty: string;
  readonly note: string;
  /** For a wallet; each with `{amount}`. */
  readonly realised: string;
  readonly cost: string;
  readonly value: string;
  readonly realisedLabel: string;
  readonly profitNote: string;
  /** Used if amounts have more decimals than are shown. */
  readonly rounded: string;
  readonly accountKinds: Readonly<Record<StatementAccount['kind'], string>>;
  readonly kinds: Readonly<Record<YearKind, string>>;
  readonly columns: {
    readonly month: string;
    readonly opening: string;
    readonly moneyIn: string;
    readonly moneyOut: string;
    readonly fees: string;
    readonly closing: string;
    readonly kind: string;
    readonly account: string;
    readonly number: string;
    readonly currency: string;
    readonly row: string;
    readonly from: string;
    readonly to: string;
    readonly realised: string;
    readonly cost: string;
    readonly value: string;
    readonly quote: string;
  };
  /** `kind` with `{kind}`. */
  readonly rows: { readonly month: string; readonly year: string; readonly kind: string };
}

export const yearTexts: Readonly<Record<Locale, YearTexts>> = {
  en: {
    title: 'Year overview',
    fileName: 'year-overview',
    sheet: 'Year overview',
    soFar: 'So far: {from} – {to}',
    byCurrency: 'By currency',
    byAccount: 'By account',
    byKind: 'By type, {currency}',
    closed: 'closed',
    empty: 'No accounts were open in this year.',
    note: 'Fees are part of money out. Transfers between the accounts count as money in and as money out.',
    realised: 'Realised: {amount}',
    cost: 'Cost: {amount}',
    value: 'Value: {amount}',
    realisedLabel: 'Realised profit',
    profitNote: 'Profit by average cost in EPI, fees included; cost and value at the end of the period.',
    rounded: 'Amounts of crypto are rounded to eight decimals; the CSV and XLSX files have all of them.',
    kinds: {
      PAYMENT: 'Payments',
      CARD: 'Card payments',
      OWN: 'Between own accounts',
      EXCHANGE: 'Exchange',
      TRADE: 'Trading',
      CRYPTO: 'Crypto transfers',
      FEE: 'Fees',
    },
    accountKinds: { ACCOUNT: 'Account', CARD: 'Card', WALLET: 'Crypto wallet' },
    columns: {
      month: 'Month',
      opening: 'Opening balance',
      moneyIn: 'Money in',
      moneyOut: 'Money out',
      fees: 'Fees',
      closing: 'Closing balance',
      kind: 'Type',
      account: 'Account',
      number: 'Number',
      currency: 'Currency',
      row: 'Row',
      from: 'From',
      to: 'To',
      realised: 'Realised profit',
      cost: 'Cost',
      value: 'Value',
      quote: 'Profit currency',
    },
    rows: { month: 'Month', year: 'Year', kind: 'Year: {kind}' },
  },
  ru: {
    title: 'Сводка за год',
    fileName: 'svodka-za-god',
    sheet: 'Сводка за год',
    soFar: 'Год не завершён: {from} – {to}',
    byCurrency: 'По валютам',
    byAccount: 'По счетам',
    byKind: 'По видам операций, {currency}',
    closed: 'закрыт',
    empty: 'В этом году открытых счетов не было.',
    note: 'Комиссии входят в списания. Переводы между счетами учтены и в поступлениях, и в списаниях.',
    realised: 'Реализовано: {amount}',
    cost: 'Себестоимость: {amount}',
    value: 'Стоимость: {amount}',
    realisedLabel: 'Реализованная прибыль',
    profitNote:
      'Прибыль рассчитана в EPI по средней себестоимости с учётом комиссий; себестоимость и стоимость — на конец периода.',
    rounded: 'Суммы в криптовалюте округлены до восьми знаков; в файлах CSV и XLSX они указаны полностью.',
    kinds: {
      PAYMENT: 'Платежи',
      CARD: 'Оплата картой',
      OWN: 'Между своими счетами',
      EXCHANGE: 'Обмен валюты',
      TRADE: 'Торговля',
      CRYPTO: 'Переводы криптовалюты',
      FEE: 'Комиссии',
    },
    accountKinds: { ACCOUNT: 'Счёт', CARD: 'Карта', WALLET: 'Криптокошелёк' },
    columns: {
      month: 'Месяц',
      opening: 'Входящий остаток',
      moneyIn: 'Поступления',
      moneyOut: 'Списания',
      fees: 'Комиссии',
      closing: 'Исходящий остаток',
      kind: 'Тип',
      account: 'Счёт',
      number: 'Номер',
      currency: 'Валюта',
      row: 'Строка',
      from: 'С',
      to: 'По',
      realised: 'Реализованная прибыль',
      cost: 'Себестоимость',
      value: 'Стоимость',
      quote: 'Валюта прибыли',
    },
    rows: { month: 'Месяц', year: 'Год', kind: 'Год: {kind}' },
  },
};
