import { expect, test } from 'vitest';
import { watchPresence } from './presence.ts';

test('a person is present for half a minute after they touched the page, and no longer', () => {
  let now = 0;
  const page = new EventTarget();
  const { isThere: isPersonThere } = watchPresence(page, () => now);
  expect(isPersonThere()).toBe(true);
  now = 31_000;
  expect(isPersonThere()).toBe(false);
  page.dispatchEvent(new Event('keydown'));
  expect(isPersonThere()).toBe(true);
  now += 30_000;
  expect(isPersonThere()).toBe(true);
  now += 1;
  expect(isPersonThere()).toBe(false);
});

test('focus and automatic movement do not count as a person', () => {
  let now = 0;
  const page = new EventTarget();
  const { isThere: isPersonThere } = watchPresence(page, () => now);
  now = 31_000;
  for (const name of ['focus', 'visibilitychange', 'scroll', 'mousemove', 'online'])
    page.dispatchEvent(new Event(name));
  expect(isPersonThere()).toBe(false);
});

test('a person who does not want to be asked counts as absent until they touch the page again', async () => {
  const page = new EventTarget();
  const presence = watchPresence(page, () => 0);
  presence.forget();
  expect(presence.isThere()).toBe(false);
  const returned = presence.returns();
  page.dispatchEvent(new Event('pointerdown'));
  await returned;
  expect(presence.isThere()).toBe(true);
});
