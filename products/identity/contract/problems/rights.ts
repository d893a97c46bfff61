/** Missing rights of a person or a connected application. */
import type { Problems } from '@calmly/contract-kit/problem-table.ts';

export const rightsProblems = {
  boss_needed: {
    status: 403,
    en: 'Only an administrator of the company can do this.',
    ru: 'Это может сделать только администратор компании.',
  },
  approve_right_missing: {
    status: 403,
    en: 'You are not allowed to approve payments and payees',
    ru: 'У вас нет права согласовывать платежи и получателей',
  },
  payment_right_missing: {
    status: 403,
    en: 'You are not allowed to request payments',
    ru: 'У вас нет права создавать платежи',
  },
  beneficiary_right_missing: {
    status: 403,
    en: 'You are not allowed to create and edit payees',
    ru: 'У вас нет права добавлять и изменять получателей',
  },
  card_view_right_missing: {
    status: 403,
    en: 'You are not allowed to view cards',
    ru: 'У вас нет права просматривать карты',
  },
  card_right_missing: {
    status: 403,
    en: 'You are not allowed to create and edit cards',
    ru: 'У вас нет права выпускать и изменять карты',
  },
  document_right_missing: {
    status: 403,
    en: 'You are not allowed to view documents',
    ru: 'У вас нет права просматривать документы',
  },
  statement_right_missing: {
    status: 403,
    en: 'You are not allowed to view statements',
    ru: 'У вас нет права просматривать выписки',
  },
  confidential_right_missing: {
    status: 403,
    en: 'This payout is confidential. Ask an administrator for the right to view confidential payouts.',
    ru: 'Эта выплата конфиденциальна. Попросите администратора дать вам право видеть конфиденциальные выплаты.',
  },
  insufficient_scope: {
    status: 403,
    en: 'This app isn’t allowed to do that.',
    ru: 'Этому приложению такое действие не разрешено.',
  },
} as const satisfies Problems;
