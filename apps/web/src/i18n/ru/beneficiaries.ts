import type { beneficiaries as source } from '../en/beneficiaries.ts';
import type { Translated } from '../translated.ts';

export const beneficiaries: Translated<typeof source> = {
  title: 'Получатели',
};
