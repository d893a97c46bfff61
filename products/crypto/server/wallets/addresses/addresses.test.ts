/** Derived and entered addresses, by the official test vectors. */
import { describe, expect, test } from 'vitest';
import { readAddress } from './check.ts';
import { deriveAddress } from './derive.ts';
import { evmAddress } from './evm.ts';
import { tonAddress } from './ton.ts';

const keys = {
  // BIP 84, test vectors: the account of the mnemonic "abandon … about".
  bitcoin:
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  // m/44'/60'/0' of the same mnemonic.
  evm: 'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
  // RFC 8032's first key in another form: the public key of 32 zero bytes as a seed.
  ton: '3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29',
  bitcoinPrefix: 'bc',
} as const;

describe('derivation', () => {
  test.each([
    // The first change address of BIP 84's vectors.
    ['bitcoin', 0, 'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el'],
    ['bitcoin', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    ['evm', 1, '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0'],
    // WalletContractV4 of @ton/ton with the wallet ids 698983191 and 698983192.
    ['ton', 0, 'UQC63Lo54ZfLTGo12UECZc8Ba3g-dEVhvzy7Vroe43-AQzAe'],
    ['ton', 1, 'UQBym_yfe74S9BVJOCcEAzOv-y8S3sGpcJPAZ29SuUcdtYpv'],
  ] as const)('%s %i', (network, index, address) => {
    expect(deriveAddress(keys, network, index)).toBe(address);
  });

  test('the public key alone decides', () => {
    const key = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
    expect(evmAddress(key)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
    expect(tonAddress(Buffer.alloc(32, 1), 0)).not.toBe(tonAddress(Buffer.alloc(32, 2), 0));
  });
});

describe('an entered address is accepted', () => {
  test.each([
    ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    // BIP 350.
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', undefined],
    ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', undefined],
    ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', undefined],
    // EIP-55.
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', undefined],
    ['EPI', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', undefined],
    ['PFE', '0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    ['ETH', '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', undefined],
    ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', undefined],
    [
      'TON',
      'UQC63Lo54ZfLTGo12UECZc8Ba3g+dEVhvzy7Vroe43+AQzAe',
      'UQC63Lo54ZfLTGo12UECZc8Ba3g-dEVhvzy7Vroe43-AQzAe',
    ],
  ] as const)('%s %s', (asset, text, address) => {
    expect(readAddress(asset, text)).toEqual({ address: address ?? text, fault: null });
  });
});

describe('an entered address is refused', () => {
  test.each([
    ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'address_checksum', null],
    ['BTC', 'bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address_checksum', null],
    // BIP 350: version 1 with the checksum of version 0, and version 0 with that of version 1.
    ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'address_checksum', null],
    ['BTC', 'bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqdmchcc', 'address_checksum', null],
    ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'address_testnet', null],
    // BIP 350: valid in form, but their length or version says that their rules do not exist yet.
    [
      'BTC',
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      'address_invalid',
      null,
    ],
    ['BTC', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'address_invalid', null],
    ['BTC', 'BC1SW50QGDZ25J', 'address_invalid', null],
    ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'address_testnet', null],
    ['BTC', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'address_checksum', null],
    ['BTC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_other_network', 'evm'],
    ['ETH', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'address_other_network', 'bitcoin'],
    ['EPI', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', 'address_other_network', 'ton'],
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'address_checksum', null],
    ['ETH', '0x0000000000000000000000000000000000000000', 'address_invalid', null],
    ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'address_invalid', null],
    ['TON', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2M', 'address_checksum', null],
    ['TON', 'kQC63Lo54ZfLTGo12UECZc8Ba3g-dEVhvzy7Vroe43-AQ9ZR', 'address_testnet', null],
    ['TON', '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8', 'address_invalid', null],
    ['BTC', '', 'address_invalid', null],
  ] as const)('%s %s: %s', (asset, text, fault, network) => {
    expect(readAddress(asset, text)).toEqual({ address: null, fault, network });
  });
});
