/** Coins and tokens, and the networks that carry them. Source: portal specification, sections 3 and 9. */
import { expect, test } from 'vitest';
import { isCryptoAsset, nativeAsset, networkOf, shortAddress } from './crypto-asset.ts';

test('tokens are carried by the EVM network, coins by their own, which is also what its fees are paid in', () => {
  expect((['BTC', 'ETH', 'TON', 'EPI', 'PFE'] as const).map(networkOf)).toEqual([
    'bitcoin',
    'evm',
    'ton',
    'evm',
    'evm',
  ]);
  expect(nativeAsset).toEqual({ bitcoin: 'BTC', evm: 'ETH', ton: 'TON' });
});

test('an asset is named in capitals, exactly', () => {
  expect(['BTC', 'btc', 'EUR', ''].map(isCryptoAsset)).toEqual([true, false, false, false]);
});

test('a long address is shown by its ends', () => {
  expect(shortAddress('0x1234567890123456')).toBe('0x1234567890123456');
  expect(shortAddress('0x12345678901234567')).toBe('0x123456…234567');
});
