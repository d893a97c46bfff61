import { describe, expect, it } from 'vitest';
import { titleOf } from './title.ts';

describe('the title of an approval', () => {
  it.each([
    ['payment', { creditorName: 'Hansa GmbH' }, 'payment', 'Hansa GmbH'],
    // The details have the whole address.
    [
      'withdrawal',
      { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      'withdrawal',
      '0x529084…169EE7',
    ],
    ['withdrawal', { label: 'Cold storage', address: 'bc1q' }, 'withdrawal', 'Cold storage'],
    ['card', { action: 'issue', name: 'Travel' }, 'card_issue', 'Travel'],
    ['card', { action: 'controls', name: 'Travel' }, 'card_controls', 'Travel'],
    ['payee', { action: 'add', name: 'Hansa GmbH' }, 'payee_add', 'Hansa GmbH'],
    ['people', { action: 'hand_over', name: 'Maria Kask' }, 'people_hand_over', 'Maria Kask'],
    ['people', { action: 'invite', email: 'liis@x.ee' }, 'people_invite', 'liis@x.ee'],
    ['policy', {}, 'policy', ''],
  ] as const)('of kind %s with %o is %s', (kind, facts, key, name) => {
    expect(titleOf({ kind, facts })).toEqual({ key, name });
  });

  it('still names the subject when the bank sends an action that this page does not know', () => {
    expect(titleOf({ kind: 'people', facts: { action: 'promote', name: 'Maria Kask' } })).toEqual({
      key: 'people_other',
      name: 'Maria Kask',
    });
  });
});
