/** The places of clients' addresses: derived once, and checked every time. */
import { expect, test } from 'vitest';
import { ownersOf } from './own-keys.ts';

test('an address is derived once, however often it is asked about, and never taken for another one', () => {
  const derived: number[] = [];
  const ownerOf = ownersOf((index) => {
    derived.push(index);
    return `0x${index}a`;
  });
  for (const address of ['0x1a', '0x1A', '0x1a'])
    expect(ownerOf({ address, index: 1 })).toEqual({ branch: 0, index: 1, address: '0x1a' });
  expect(derived).toEqual([1]);
  for (let asked = 0; asked < 2; asked += 1)
    expect(() => ownerOf({ address: '0x1a', index: 2 })).toThrow('not derived');
  expect(derived).toEqual([1, 2]);
});
