import { describe, expect, it } from 'vitest';
import { newId } from './ids.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('ids', () => {
  it('are UUIDs of version 7 that increase strictly, also within one millisecond', () => {
    const ids = Array.from({ length: 50_000 }, () => newId());
    expect(ids.every((id) => version7.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort());
  });

  it('can carry a past time without affecting the clock’s ids', () => {
    const at = Date.UTC(2020, 0, 31);
    const past = Array.from({ length: 10 }, () => newId(at));
    expect(past).toEqual([...past].sort());
    expect(Number.parseInt((past[0] ?? '').replace('-', '').slice(0, 12), 16)).toBe(at);
    expect(newId() > (past[9] ?? '')).toBe(true);
  });
});
