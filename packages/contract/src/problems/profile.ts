/** Changes of the own contacts, address and wishes. */
import type { FieldProblems, Problems } from './table.ts';

export const profileProblems = {
  // A code that is typed into a form and not into the two-factor popup: 401 would end the session.
  contact_code_wrong: {
    status: 422,
    en: 'That code is not right. {left, plural, one {# try is left} other {# tries are left}}.',
    ru: 'Неверный код. {left, plural, one {Осталась # попытка} few {Осталось # попытки} many {Осталось # попыток} other {Осталось # попытки}}.',
  },
  contact_code_expired: {
    status: 422,
    en: 'This code no longer works. Ask for a new one.',
    ru: 'Этот код больше не действует. Запросите новый.',
  },
  link_expired: {
    status: 422,
    en: 'This link no longer works. Sign in and ask for a new one.',
    ru: 'Эта ссылка больше не действует. Войдите и запросите новую.',
  },
  address_change_open: {
    status: 409,
    en: 'You have already asked for another address. Wait for the decision or take the request back.',
    ru: 'Вы уже подали заявку на смену адреса. Дождитесь решения или отзовите её.',
  },
  address_change_decided: {
    status: 409,
    en: 'This request has already been decided or taken back.',
    ru: 'По этой заявке уже принято решение, или она отозвана.',
  },
  undo_expired: {
    status: 422,
    en: 'This link was already used or has expired. If something is wrong, write to us at once.',
    ru: 'Эта ссылка уже использована или устарела. Если что-то не так, сразу напишите нам.',
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
    en: 'Enter the number with its country code, like +371 20001234.',
    ru: 'Введите номер с кодом страны, например +371 20001234.',
  },
  same_contact: { en: 'This is what we have already.', ru: 'Это уже указано.' },
  notification_fixed: {
    en: 'The safety of your account depends on these messages; they cannot be switched off.',
    ru: 'От этих сообщений зависит безопасность вашего счёта, отключить их нельзя.',
  },
} as const satisfies FieldProblems;
