/** The texts of an exported list in both languages. */
import type { ExportColumn } from '@calmly/contract';
import { paymentStatuses as english } from '@calmly/contract/words/en/payment-statuses';
import { paymentStatuses as russian } from '@calmly/contract/words/ru/payment-statuses';
import type { PaymentStatus } from '@calmly/domain';
import type { Locale } from '@calmly/platform/work.ts';

export interface ExportTexts {
  readonly fileName: string;
  readonly sheet: string;
  readonly headings: Readonly<Record<ExportColumn, string>>;
  readonly directions: Readonly<Record<'DEBIT' | 'CREDIT', string>>;
  readonly statuses: Readonly<Record<PaymentStatus, string>>;
  /** What both parts of a return are called instead of their status. */
  readonly returnParts: Readonly<Record<'ORIGINAL' | 'CREDIT', string>>;
  /** What stands for a confidential payout. */
  readonly confidentialPayout: string;
  /** The last line of an incomplete file. */
  readonly cutOff: string;
}

export const exportTexts: Readonly<Record<Locale, ExportTexts>> = {
  en: {
    fileName: 'payments',
    sheet: 'Payments',
    headings: {
      time: 'Time ({timeZone})',
      number: 'Number',
      direction: 'Direction',
      counterparty: 'Counterparty',
      counterpartyAccount: 'Counterparty account',
      amount: 'Amount',
      currency: 'Currency',
      fee: 'Fee',
      balanceAfter: 'Balance after',
      bookedOn: 'Booking date',
      valueOn: 'Value date',
      reference: 'Reference',
      status: 'Status',
      method: 'Method',
      account: 'Account',
      accountNumber: 'Account number',
      updatedAt: 'Last change ({timeZone})',
      endToEndId: 'End-to-end ID',
      createdBy: 'Created by',
      convertedAmount: 'Converted amount',
      convertedCurrency: 'Converted currency',
      rate: 'Exchange rate',
      category: 'Category',
      note: 'Note',
      receiptCount: 'Receipts',
      receipts: 'Receipt files',
    },
    confidentialPayout: 'Confidential payout {number}',
    directions: { DEBIT: 'Out', CREDIT: 'In' },
    statuses: english,
    returnParts: { ORIGINAL: 'Returned', CREDIT: 'Return' },
    cutOff:
      'This file contains {count, plural, one {# payment} other {# payments}}. To export earlier ones, choose dates.',
  },
  ru: {
    fileName: 'платежи',
    sheet: 'Платежи',
    headings: {
      time: 'Время ({timeZone})',
      number: 'Номер',
      direction: 'Направление',
      counterparty: 'Контрагент',
      counterpartyAccount: 'Счёт контрагента',
      amount: 'Сумма',
      currency: 'Валюта',
      fee: 'Комиссия',
      balanceAfter: 'Остаток после',
      bookedOn: 'Дата проводки',
      valueOn: 'Дата валютирования',
      reference: 'Назначение',
      status: 'Статус',
      method: 'Способ',
      account: 'Счёт',
      accountNumber: 'Номер счёта',
      updatedAt: 'Изменён ({timeZone})',
      endToEndId: 'Сквозной номер',
      createdBy: 'Кто создал',
      convertedAmount: 'Сумма после конвертации',
      convertedCurrency: 'Валюта конвертации',
      rate: 'Курс',
      category: 'Категория',
      note: 'Заметка',
      receiptCount: 'Чеки',
      receipts: 'Файлы чеков',
    },
    confidentialPayout: 'Конфиденциальная выплата {number}',
    directions: { DEBIT: 'Списание', CREDIT: 'Поступление' },
    statuses: russian,
    returnParts: { ORIGINAL: 'Возвращён', CREDIT: 'Возврат' },
    cutOff: 'В файле платежей: {count}. Чтобы выгрузить более ранние, выберите даты.',
  },
};
