/** What somebody, or the application acting for them, may not do. */
import type { Problems } from './table.ts';

export const rightsProblems = {
  boss_needed: {
    status: 403,
    en: 'Only the company’s management may do this.',
    ru: 'Это может сделать только руководитель компании.',
  },
  approve_right_missing: {
    status: 403,
    en: 'You are not allowed to approve payments and beneficiaries',
    ru: 'У вас нет права согласовывать платежи и получателей',
  },
  payment_right_missing: {
    status: 403,
    en: 'You are not allowed to request payments',
    ru: 'У вас нет права создавать платежи',
  },
  beneficiary_right_missing: {
    status: 403,
    en: 'You are not allowed to create and edit beneficiaries',
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
  insufficient_scope: {
    status: 403,
    en: 'This application was not allowed to do that.',
    ru: 'Этому приложению такое действие не разрешено.',
  },
} as const satisfies Problems;
