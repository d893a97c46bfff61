/** The English catalogue: one file per feature. `useTranslations('payments')` reads `payments.ts`. */
import { beneficiaries } from './beneficiaries.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { payments } from './payments.ts';
import { profile } from './profile.ts';
import { requisites } from './requisites.ts';
import { shell } from './shell.ts';

export const messages = {
  ...common,
  shell,
  dashboard,
  beneficiaries,
  requisites,
  payments,
  profile,
} as const;
export type Messages = typeof messages;
