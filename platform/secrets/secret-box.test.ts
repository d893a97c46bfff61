import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSecretBox } from './secret-box.ts';

const [old, fresh] = [randomBytes(32), randomBytes(32)];
const secret = Buffer.from('the seed of an app');

test('a sealed value opens in its place, each time under another cipher text', () => {
  const box = createSecretBox([old]);
  const [one, two] = [box.seal(secret, 'totp 1'), box.seal(secret, 'totp 1')];
  expect(box.open(one, 'totp 1')).toEqual(secret);
  expect(one.equals(two)).toBe(false);
  expect(one.includes(secret)).toBe(false);
});

test('it opens in no other place, under no other key, and with no byte changed', () => {
  const box = createSecretBox([old]);
  const sealed = box.seal(secret, 'totp 1');
  expect(() => box.open(sealed, 'totp 2')).toThrow();
  expect(() => createSecretBox([fresh]).open(sealed, 'totp 1')).toThrow('no key opens');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(changed, 'totp 1'), `byte ${at}`).toThrow();
  }
});

test('a new key before the old one seals, and both open', () => {
  const before = createSecretBox([old]).seal(secret, 'totp 1');
  const rotated = createSecretBox([fresh, old]);
  expect(rotated.open(before, 'totp 1')).toEqual(secret);
  expect(createSecretBox([fresh]).open(rotated.seal(secret, 'totp 1'), 'totp 1')).toEqual(secret);
});
