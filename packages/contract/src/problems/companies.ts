/** Adding a company, naming its directors and owners, changing what the bank knows of it. */
import type { FieldProblems, Problems } from './table.ts';

export const companiesProblems = {
  own_profile_needed: {
    status: 409,
    en: 'This is done from your own profile. Switch back to it first.',
    ru: 'Это делается из вашего личного профиля. Сначала переключитесь на него.',
  },
  too_many_companies: {
    status: 409,
    en: 'You have added as many companies as one person can. Write to us if you need more.',
    ru: 'Вы уже добавили столько компаний, сколько можно одному человеку. Если нужно больше, напишите нам.',
  },
  company_change_open: {
    status: 409,
    en: 'A change of this company is already with us. Wait for the decision or take the request back.',
    ru: 'Заявка на изменение данных этой компании уже у нас. Дождитесь решения или отзовите её.',
  },
  company_change_decided: {
    status: 409,
    en: 'This request has already been decided or taken back.',
    ru: 'По этой заявке уже принято решение, или она отозвана.',
  },
  company_unchanged: {
    status: 422,
    en: 'Nothing is different from what we have. Change what is out of date first.',
    ru: 'Данные не отличаются от имеющихся у нас. Сначала измените то, что устарело.',
  },
} as const satisfies Problems;

export const companiesFieldProblems = {
  day_not_past: {
    en: 'This day is not valid or still to come.',
    ru: 'Такой даты нет, или она ещё не наступила.',
  },
  company_known: {
    en: 'You have already added a company with this number.',
    ru: 'Вы уже добавили компанию с таким номером.',
  },
  identity_papers_missing: {
    en: 'Add the papers that prove the change and, for each new person, a passport or identity card.',
    ru: 'Добавьте документы, подтверждающие изменение, и паспорт или удостоверение личности каждого нового человека.',
  },
  director_missing: {
    en: 'Name at least one person who directs the company.',
    ru: 'Укажите хотя бы одного руководителя компании.',
  },
  part_missing: {
    en: 'Say what this person is: a director, an owner or both.',
    ru: 'Укажите роль этого человека: руководитель, владелец или и то и другое.',
  },
  share_range: {
    en: 'A share is more than 0 % and at most 100 %.',
    ru: 'Доля должна быть больше 0 % и не больше 100 %.',
  },
  shares_above_whole: {
    en: 'Together the shares are more than 100 %.',
    ru: 'Вместе доли превышают 100 %.',
  },
  owners_unnamed: {
    en: 'Name everybody who owns more than 25 %, or confirm that nobody else does.',
    ru: 'Укажите всех, кому принадлежит больше 25 %, или подтвердите, что таких владельцев больше нет.',
  },
} as const satisfies FieldProblems;
