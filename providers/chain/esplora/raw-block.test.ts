/** The first block of Bitcoin, whose hashes everybody knows. */
import { describe, expect, it } from 'vitest';
import { readRawBlock } from './raw-block.ts';

const genesis =
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c' +
  '0101000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff' +
  '0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000';

describe('a raw block', () => {
  it('has the hash, the id and the reward that the network knows', () => {
    const { hash, previous, transactions } = readRawBlock(Buffer.from(genesis, 'hex'));
    expect(hash).toBe('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f');
    expect(previous).toBe('0'.repeat(64));
    expect(transactions.map(({ txId, isCoinbase }) => [txId, isCoinbase])).toEqual([
      ['4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b', true],
    ]);
    expect(transactions[0]?.outputs.map(({ amount, script }) => [amount, script.length])).toEqual([
      [5_000_000_000n, 67],
    ]);
  });

  it.each([
    ['cut', genesis.slice(0, -2)],
    ['longer', `${genesis}00`],
    ['with more transactions than bytes', genesis.replace('2b7c01', '2b7cfeffffffff')],
    ['empty', ''],
  ])('is refused: %s', (_, hex) => {
    expect(() => readRawBlock(Buffer.from(hex, 'hex'))).toThrow(RangeError);
  });
});
