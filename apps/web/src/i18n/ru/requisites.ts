import type { requisites as source } from '../en/requisites.ts';
import type { Translated } from '../translated.ts';

export const requisites: Translated<typeof source> = {
  title: 'Реквизиты',
};
