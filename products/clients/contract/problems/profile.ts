/** Changes of a client's own contacts, address and notification settings. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const profileProblems = {
  // For a code typed into a form instead of the two-factor popup, where 401 would end the session.
  contact_code_wrong: {
    status: 422,
    en: 'Wrong code. {left, plural, one {# attempt left} other {# attempts left}}.',
    ru: 'Неверный код. {left, plural, one {Осталась # попытка} few {Осталось # попытки} many {Осталось # попыток} other {Осталось # попытки}}.',
  },
  contact_code_expired: {
    status: 422,
    en: 'This code has expired. Request a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  link_expired: {
    status: 422,
    en: 'This link no longer works. Sign in and request a new one.',
    ru: 'Эта ссылка больше не действует. Войдите и запросите новую.',
  },
  address_change_open: {
    status: 409,
    en: 'We’re already reviewing a new address. Wait for our decision or withdraw it.',
    ru: 'Мы уже рассматриваем смену адреса. Дождитесь решения или отзовите заявку.',
  },
  address_change_decided: {
    status: 409,
    en: 'This change has already been decided or withdrawn.',
    ru: 'По этой заявке уже принято решение, или она отозвана.',
  },
  undo_expired: {
    status: 422,
    en: 'This link was already used or has expired. If you didn’t make the change, write to us straight away.',
    ru: 'Эта ссылка уже использована или устарела. Если изменение сделали не вы, сразу напишите нам.',
  },
} as const satisfies Problems;

export const profileFieldProblems = {
  // The specification's sentences for a change of address (section 5).
  country_missing: { en: 'Please, select country', ru: 'Пожалуйста, выберите страну' },
  city_missing: { en: 'Please, enter city', ru: 'Пожалуйста, укажите город' },
  address_missing: { en: 'Please, enter address', ru: 'Пожалуйста, укажите адрес' },
  post_code_missing: { en: 'Please, enter post code', ru: 'Пожалуйста, укажите почтовый индекс' },
  document_missing: {
    en: 'Please, upload at least one document attachment',
    ru: 'Пожалуйста, приложите хотя бы один документ',
  },
  phone_invalid: {
    en: 'Enter the number with its country code, for example +371 20001234.',
    ru: 'Введите номер с кодом страны, например +371 20001234.',
  },
  same_contact: { en: 'This is the one we already have.', ru: 'Это уже указано.' },
  notification_fixed: {
    en: 'These notifications protect your account and can’t be turned off.',
    ru: 'Эти уведомления защищают ваш счёт, отключить их нельзя.',
  },
} as const satisfies FieldProblems;
