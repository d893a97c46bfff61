import type { editing as english } from '../en/editing.ts';
import type { Translated } from '../translated.ts';

export const editing: Translated<typeof english> = {
  now: 'Последняя сохранённая версия',
  restart: 'Взять сохранённые данные',
  overwrite: 'Сохранить мой вариант',
};
