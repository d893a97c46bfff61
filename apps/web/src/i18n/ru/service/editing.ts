/** Рядом с правкой, которую отклонили: коллега тем временем сохранил другую. */
import type { editing as english } from '../../en/service/editing.ts';
import type { Translated } from '../../translated.ts';

export const editing: Translated<typeof english> = {
  now: 'Тем временем сохранено',
  restart: 'Начать с этого',
};
