import { paymentStatuses as words } from '@calmly/contract/words/ru/payment-statuses';
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

/** A badge in a list, a step in the timeline, a file and a confirmation use the same word for a state; English badges are the specification's. */
describe('in Russian', () => {
  it.each(paymentStatuses)('the badge of %s has the word of the timeline', (status) => {
    expect(ru.statuses[status]).toBe(words[status].toUpperCase());
  });

  it('money that we have not sent yet is not called sent', () => {
    expect([words.SUBMITTED, words.IN_PROCESS, words.PENDING_FINANCE_INSTITUTION]).toEqual([
      'Принят',
      'Отправляется',
      'Отправлен',
    ]);
  });
});
