/** Журнал действий профиля. */
import type { activity as english } from '../en/activity.ts';
import type { Translated } from '../translated.ts';

export const activity: Translated<typeof english> = {
  title: 'Журнал действий',
  text: 'Кто, что, когда и откуда сделал. Изменить записи нельзя.',
  columns: { what: 'Что', who: 'Кто', where: 'Откуда', amount: 'Сумма и время' },
  times: '{count, plural, one {# раз} few {# раза} many {# раз} other {# раза}}',
  filters: 'Фильтры',
  kind: 'Вид',
  kinds: {
    payments: 'Платежи',
    payees: 'Получатели',
    approvals: 'Одобрения',
    people: 'Люди',
    connections: 'Подключённые приложения',
    profile: 'Профиль',
    security: 'Безопасность',
    other: 'Прочее',
  },
  person: 'Кто',
  date: 'Дата',
  bank: 'Calmly',
  actingFor: 'от имени: {name}',
  place: '{browser}, {system}',
  export: 'Выгрузить',
  exporting: 'Выгружаем',
  exportFailed: 'Не удалось создать файл. Попробуйте ещё раз.',
  lockedTitle: 'Журнал видит руководство',
  emptyTitle: 'Пока пусто',
  emptyText: 'Здесь появятся действия в этом профиле.',
  noneTitle: 'Действий не найдено',
};
