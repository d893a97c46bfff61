import type { Messages } from '../en/index.ts';
import type { Translated } from '../translated.ts';
import { beneficiaries } from './beneficiaries.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { payments } from './payments.ts';
import { profile } from './profile.ts';
import { requisites } from './requisites.ts';
import { shell } from './shell.ts';

export const messages: Translated<Messages> = {
  ...common,
  shell,
  dashboard,
  beneficiaries,
  requisites,
  payments,
  profile,
};
