import type { Translated } from '@calmly/texts/translated.ts';
import type { verification as source } from '../en/verification.ts';

export const verification: Translated<typeof source> = {
  frame: 'Проверка личности',
  loading: 'Проверка личности загружается',
  failedTitle: 'Не удалось открыть проверку личности',
  tokenError: 'Не удалось начать проверку личности. {error}',
  failed: 'Проверьте соединение и попробуйте ещё раз. Всё, что вы ввели, сохранено.',
  checkError: 'При проверке личности возникла ошибка: {error}',
};
