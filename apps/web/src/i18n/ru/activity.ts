import type { activity as english } from '../en/activity.ts';
import type { Translated } from '../translated.ts';

export const activity: Translated<typeof english> = {
  title: 'Журнал действий',
  text: 'Кто, что, когда и откуда сделал. Записи нельзя изменить.',
  columns: { what: 'Что', who: 'Кто', where: 'Откуда', amount: 'Сумма и время' },
  times: '{count, plural, one {# раз} few {# раза} many {# раз} other {# раза}}',
  filters: 'Фильтры',
  kind: 'Тип',
  kinds: {
    payments: 'Платежи',
    payees: 'Получатели',
    approvals: 'Согласования',
    people: 'Люди',
    connections: 'Подключённые приложения',
    cards: 'Карты',
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
  lockedTitle: 'Журнал доступен только администраторам',
  emptyTitle: 'Действий пока нет',
  emptyText: 'Здесь появятся действия в этом профиле.',
  noneTitle: 'Действий не найдено',
};
