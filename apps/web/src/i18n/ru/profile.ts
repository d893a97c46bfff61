import type { profile as source } from '../en/profile.ts';
import type { Translated } from '../translated.ts';

export const profile: Translated<typeof source> = {
  title: 'Профиль',
};
