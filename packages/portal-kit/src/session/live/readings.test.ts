import { describe, expect, it } from 'vitest';
import { createReadings } from './readings.ts';

/** Reads whose answers the test gives. */
function slowReadings() {
  const answers: PromiseWithResolvers<string>[] = [];
  const read = createReadings(() => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  const begin = () => {
    const reading = read();
    const answer = answers.at(-1);
    if (!answer) throw new Error('nothing was read');
    return { reading, ...answer };
  };
  return { begin };
}

// Control, tried once: without the comparison the first test ends with 'before'.
describe('concurrent reads of one thing', () => {
  it('drop the earlier one when it returns last', async () => {
    const { begin } = slowReadings();
    const [earlier, later] = [begin(), begin()];
    later.resolve('after');
    expect(await later.reading).toBe('after');
    earlier.resolve('before');
    expect(await earlier.reading).toBeUndefined();
  });

  it('accept both when they return in order', async () => {
    const { begin } = slowReadings();
    const [earlier, later] = [begin(), begin()];
    earlier.resolve('before');
    expect(await earlier.reading).toBe('before');
    later.resolve('after');
    expect(await later.reading).toBe('after');
  });

  it('accept the earlier one when the later one fails, and continue afterwards', async () => {
    const { begin } = slowReadings();
    const [earlier, later] = [begin(), begin()];
    later.reject(new Error('no network'));
    await expect(later.reading).rejects.toThrow('no network');
    earlier.resolve('before');
    expect(await earlier.reading).toBe('before');
    const next = begin();
    next.resolve('anew');
    expect(await next.reading).toBe('anew');
  });
});
