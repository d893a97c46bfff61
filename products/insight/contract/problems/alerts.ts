/** Problems of own alerts. */
import type { Problems } from '@calmly/contract-kit/problem-table.ts';

export const alertsProblems = {
  too_many_thresholds: {
    status: 409,
    en: 'You already have {max} alerts. Remove one you no longer need.',
    ru: 'Настроенных оповещений уже {max}. Удалите то, которое больше не нужно.',
  },
} as const satisfies Problems;
