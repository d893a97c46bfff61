import type { Translated } from '@calmly/texts/translated.ts';
import type { receipts as english } from '../en/receipts.ts';

export const receipts: Translated<typeof english> = {
  title: 'Чеки',
  missing: 'Нет чека',
  wanted: 'Приложите чек к этой оплате.',
  due: 'Приложите его не позднее {date}, иначе мы приостановим карту.',
  overdue: 'Чек нужен был до {date}. Карта приостановлена, пока вы его не добавите.',
  add: 'Добавить чек',
  hint: 'Перетащите, вставьте или выберите PDF, PNG или JPEG до 10\u00a0МБ.',
  photo: 'Сделать снимок',
  drop: 'Удалить {name}',
  removeTitle: 'Удалить этот чек?',
  removeText: 'Файл {name} будет удалён.',
  keep: 'Оставить',
  remove: 'Удалить чек',
};
