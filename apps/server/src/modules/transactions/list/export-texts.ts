/** The texts of an exported list in both languages. */
import type { PaymentStatus } from '@calmly/domain';
import type { Locale } from '../../../platform/work.ts';

export interface ExportTexts {
  readonly fileName: string;
  readonly sheet: string;
  readonly headings: readonly string[];
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
    headings: [
      'Time ({timeZone})',
      'Number',
      'Direction',
      'Counterparty',
      'Counterparty account',
      'Amount',
      'Currency',
      'Fee',
      'Balance after',
      'Booking date',
      'Value date',
      'Reference',
      'Status',
      'Method',
      'Account',
      'Account number',
      'Last change ({timeZone})',
      'End-to-end ID',
      'Created by',
      'Converted amount',
      'Converted currency',
      'Exchange rate',
    ],
    confidentialPayout: 'Confidential payout {number}',
    directions: { DEBIT: 'Out', CREDIT: 'In' },
    statuses: {
      CREATED: 'Awaiting approval',
      SUBMITTED: 'Submitted',
      TO_AML_REVIEW: 'Being checked',
      UNDER_REVIEW: 'In review',
      HOLD_AML: 'In review',
      HOLD_OTHER: 'On hold',
      AML_APPROVED: 'Checked',
      AML_REJECTED: 'Didn’t pass our checks',
      IN_PROCESS: 'Being sent',
      PENDING_FINANCE_INSTITUTION: 'Sent',
      EXECUTED: 'Executed',
      REJECTED: 'Rejected',
      CANCELED: 'Cancelled',
      OVERDUE: 'Overdue',
    },
    returnParts: { ORIGINAL: 'Returned', CREDIT: 'Return' },
    cutOff: 'This file contains {count} payments. To export earlier ones, choose dates.',
  },
  ru: {
    fileName: 'платежи',
    sheet: 'Платежи',
    headings: [
      'Время ({timeZone})',
      'Номер',
      'Направление',
      'Контрагент',
      'Счёт контрагента',
      'Сумма',
      'Валюта',
      'Комиссия',
      'Остаток после',
      'Дата проводки',
      'Дата валютирования',
      'Назначение',
      'Статус',
      'Способ',
      'Счёт',
      'Номер счёта',
      'Изменён ({timeZone})',
      'Сквозной номер',
      'Кто создал',
      'Сумма после конвертации',
      'Валюта конвертации',
      'Курс',
    ],
    confidentialPayout: 'Конфиденциальная выплата {number}',
    directions: { DEBIT: 'Расход', CREDIT: 'Приход' },
    statuses: {
      CREATED: 'Ждёт согласования',
      SUBMITTED: 'Принят',
      TO_AML_REVIEW: 'Проверяется',
      UNDER_REVIEW: 'На проверке',
      HOLD_AML: 'На проверке',
      HOLD_OTHER: 'Приостановлен',
      AML_APPROVED: 'Проверен',
      AML_REJECTED: 'Не прошёл проверку',
      IN_PROCESS: 'Отправляется',
      PENDING_FINANCE_INSTITUTION: 'Отправлен',
      EXECUTED: 'Исполнен',
      REJECTED: 'Отклонён',
      CANCELED: 'Отменён',
      OVERDUE: 'Просрочен',
    },
    returnParts: { ORIGINAL: 'Возвращён', CREDIT: 'Возврат' },
    cutOff: 'В файле платежей: {count}. Чтобы выгрузить более ранние, выберите даты.',
  },
};
