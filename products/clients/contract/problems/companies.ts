/** Adding a company, its directors and owners, and changes to its details. */
import type { FieldProblems, Problems } from '@calmly/contract-kit/problem-table.ts';

export const companiesProblems = {
  own_profile_needed: {
    status: 409,
    en: 'You can do this only from your own profile. Switch back to it first.',
    ru: 'Это можно сделать только из личного профиля. Сначала переключитесь на него.',
  },
  too_many_companies: {
    status: 409,
    en: 'You’ve added the maximum number of companies. Write to us if you need more.',
    ru: 'Вы добавили максимальное число компаний. Если нужно больше, напишите нам.',
  },
  company_change_open: {
    status: 409,
    en: 'We’re already reviewing a change of this company. Wait for our decision or withdraw the change.',
    ru: 'Мы уже рассматриваем изменение данных этой компании. Дождитесь решения или отзовите заявку.',
  },
  company_changed: {
    status: 409,
    en: 'The company’s details were changed in the meantime. Reload the page to see them, and enter your change again.',
    ru: 'Данные компании тем временем изменили. Обновите страницу, чтобы увидеть их, и внесите изменения снова.',
  },
  company_change_decided: {
    status: 409,
    en: 'This change has already been decided or withdrawn.',
    ru: 'По этой заявке уже принято решение, или она отозвана.',
  },
  company_unchanged: {
    status: 422,
    en: 'These are the details we already have. Change what’s out of date first.',
    ru: 'Данные не отличаются от имеющихся. Сначала измените то, что устарело.',
  },
} as const satisfies Problems;

export const companiesFieldProblems = {
  day_not_past: {
    en: 'This date isn’t valid or is in the future.',
    ru: 'Такой даты нет, или она ещё не наступила.',
  },
  company_known: {
    en: 'You have already added a company with this number.',
    ru: 'Вы уже добавили компанию с таким номером.',
  },
  identity_papers_missing: {
    en: 'Add documents that prove the change and, for each new person, a passport or identity card.',
    ru: 'Добавьте документы, подтверждающие изменение, и паспорт или удостоверение личности каждого нового человека.',
  },
  director_missing: {
    en: 'Add at least one director.',
    ru: 'Добавьте хотя бы одного руководителя.',
  },
  part_missing: {
    en: 'Choose a role: director, owner or both.',
    ru: 'Выберите роль: руководитель, владелец или обе.',
  },
  share_range: {
    en: 'A share must be more than 0% and at most 100%.',
    ru: 'Доля должна быть больше 0 % и не больше 100 %.',
  },
  shares_above_whole: {
    en: 'The shares add up to more than 100%.',
    ru: 'Сумма долей превышает 100 %.',
  },
  owners_unnamed: {
    en: 'Add everyone who owns more than 25%, or confirm that there’s no one else.',
    ru: 'Добавьте всех, кому принадлежит больше 25 %, или подтвердите, что других нет.',
  },
} as const satisfies FieldProblems;
