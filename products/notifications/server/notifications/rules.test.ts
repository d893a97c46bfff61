/** Which channels reach a person, what they may choose, and who may still read a message. Source: products/notifications/README.md. */
import { notificationTopics } from '@calmly/contract';
import { expect, test } from 'vitest';
import { checkChoice, choicesOf, isToldElsewhere, lostSince, readerOf, waysOf } from './rules.ts';

const chosen = { portal: true, email: false, sms: true, push: false };

test.each([
  ['payment_executed', { portal: true, email: false, sms: false, push: true }],
  ['payment_received', { portal: true, email: true, sms: false, push: true }],
  ['news', { portal: true, email: false, sms: false, push: false }],
  ['security', { portal: true, email: true, sms: false, push: true }],
] as const)('%s is sent by default', (topic, ways) => {
  expect(waysOf(topic, undefined)).toEqual(ways);
});

test('a choice is followed, and choices made before push messages existed get the default', () => {
  expect(waysOf('payment_executed', chosen)).toEqual(chosen);
  expect(waysOf('payment_executed', { ...chosen, push: null })).toEqual({ ...chosen, push: true });
  expect(waysOf('news', { ...chosen, push: null })).toEqual({ ...chosen, push: false });
});

test.each(['sign_in', 'security'] as const)('an intruder cannot turn off %s', (topic) => {
  expect(waysOf(topic, { ...chosen, push: false })).toEqual({
    portal: true,
    email: true,
    sms: false,
    push: true,
  });
  expect(checkChoice({ topic, ...chosen })).toEqual({ field: 'topic', code: 'notification_fixed' });
  expect(isToldElsewhere(topic)).toBe(true);
});

test('SMS are chosen where they are offered', () => {
  const offered = choicesOf(new Map()).filter(({ smsOffered }) => smsOffered);
  expect(offered.map(({ topic }) => topic).toSorted()).toEqual([
    'approvals',
    'payment_executed',
    'payment_received',
    'payment_rejected',
    'thresholds',
  ]);
  expect(checkChoice({ topic: 'thresholds', ...chosen })).toBeUndefined();
  expect(checkChoice({ topic: 'cards', ...chosen })).toEqual({ field: 'sms', code: 'invalid' });
  expect(checkChoice({ topic: 'cards', ...chosen, sms: false })).toBeUndefined();
  expect(isToldElsewhere('cards')).toBe(false);
});

test('every topic is shown with the choices made', () => {
  const choices = choicesOf(new Map([['cards', chosen]]));
  expect(choices.map(({ topic }) => topic)).toEqual([...notificationTopics]);
  expect(choices.find(({ topic }) => topic === 'cards')).toEqual({
    topic: 'cards',
    ...chosen,
    fixed: false,
    smsOffered: false,
  });
  expect(choices.filter(({ fixed }) => fixed).map(({ topic }) => topic)).toEqual(['sign_in', 'security']);
});

test.each([
  ['about the person', { clientId: null, audience: null }, [], undefined],
  [
    'about a profile that they act for',
    { clientId: 'c', audience: null },
    [{ clientId: 'c', seesConfidential: false }],
    undefined,
  ],
  [
    'about one that they have left',
    { clientId: 'c', audience: null },
    [{ clientId: 'd', seesConfidential: true }],
    'left',
  ],
  [
    'confidential, with the right',
    { clientId: 'c', audience: 'confidential' },
    [{ clientId: 'c', seesConfidential: true }],
    undefined,
  ],
  [
    'confidential, without it',
    { clientId: 'c', audience: 'confidential' },
    [{ clientId: 'c', seesConfidential: false }],
    'right_lost',
  ],
  [
    'masked, without it',
    { clientId: 'c', audience: 'masked' },
    [{ clientId: 'c', seesConfidential: false }],
    undefined,
  ],
] as const)(
  'a message that waited, %s, may still be read, or why not',
  (_case, about, profiles, expected) => {
    expect(lostSince(about, profiles)).toBe(expected);
  },
);

test('the reader of a message is known by the profiles that it is about', () => {
  const confidential = { clientId: 'c', audience: 'confidential' } as const;
  expect(readerOf('clara', [confidential, { clientId: null, audience: null }])).toEqual({
    personId: 'clara',
    about: [confidential],
  });
  expect(readerOf('clara', [{ clientId: null, audience: null }])).toBeUndefined();
});
