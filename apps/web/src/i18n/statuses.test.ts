import { paymentStatuses, statusLabel } from '@calmly/domain';
import { describe, expect, it } from 'vitest';
import { common as en } from './en/common.ts';
import { common as ru } from './ru/common.ts';

describe.each([...paymentStatuses, 'PENDING'] as const)('the status %s', (status) => {
  it('is a label in words in both languages', () => {
    for (const { statuses } of [en, ru]) {
      expect(statuses[status]).toMatch(/^[\p{Lu} -]+$/u);
      expect(statusLabel(statuses[status])).toBe(statuses[status]);
    }
    expect(ru.statuses[status]).toMatch(/\p{Script=Cyrillic}/u);
  });
});
