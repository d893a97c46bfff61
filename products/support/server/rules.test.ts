/** The states of a conversation, and its limits. Source: products/support/README.md. */
import { expect, test } from 'vitest';
import { previewOf, transitions, waitingSince } from './rules.ts';

test.each([
  ['OPEN', 'OPEN', 'ANSWERED', 'CLOSED'],
  ['ANSWERED', 'OPEN', 'ANSWERED', 'CLOSED'],
  ['CLOSED', 'OPEN', 'ANSWERED', undefined],
] as const)(
  'a message opens a conversation that is %s again; a closed one is not closed twice',
  (status, client, bank, close) => {
    const { CLIENT_WRITES, BANK_WRITES, CLOSE } = transitions[status];
    expect([CLIENT_WRITES, BANK_WRITES, CLOSE]).toEqual([client, bank, close]);
  },
);

test('a client waits since their first message that has no answer', () => {
  const [before, now] = [new Date(1), new Date(2)];
  expect(waitingSince('OPEN', { before, now })).toBe(before);
  expect(waitingSince('OPEN', { before: null, now })).toBe(now);
  expect([waitingSince('ANSWERED', { before, now }), waitingSince('CLOSED', { before, now })]).toEqual([
    null,
    null,
  ]);
});

test('a text is previewed in one line of at most 140 letters, whole ones', () => {
  expect(previewOf('a \n\n b')).toBe('a b');
  expect(previewOf('x'.repeat(140))).toBe('x'.repeat(140));
  expect(previewOf('x'.repeat(141))).toBe(`${'x'.repeat(139)}…`);
  expect(previewOf('😀'.repeat(141))).toBe(`${'😀'.repeat(139)}…`);
});
