/**
 * Crypto assets and the networks that carry them. EPI is the bank's own euro token, worth one euro; EPI and PFE are tokens on the EVM network.
 * Decimals are those of the currency table. Source: portal specification sections 3 and 9; server page section 11.
 */

export const cryptoAssets = ['BTC', 'ETH', 'TON', 'EPI', 'PFE'] as const;
export type CryptoAsset = (typeof cryptoAssets)[number];

export const networks = ['bitcoin', 'evm', 'ton'] as const;
export type Network = (typeof networks)[number];

const networkByAsset: Readonly<Record<CryptoAsset, Network>> = {
  BTC: 'bitcoin',
  ETH: 'evm',
  TON: 'ton',
  EPI: 'evm',
  PFE: 'evm',
};

export const networkOf = (asset: CryptoAsset): Network => networkByAsset[asset];

/** The currency of each network's fees. */
export const nativeAsset: Readonly<Record<Network, CryptoAsset>> = { bitcoin: 'BTC', evm: 'ETH', ton: 'TON' };

/** Whether a text is exactly the code of a crypto asset, in capitals. */
export const isCryptoAsset = (text: string): text is CryptoAsset =>
  (cryptoAssets as readonly string[]).includes(text);

/** The beginning and end of an address, the parts that people compare. */
export const shortAddress = (address: string): string =>
  address.length > 18 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address;
