/** Calls and events of ERC-20 tokens, encoded by hand: the few that are needed have fixed forms. Source: ERC-20, Solidity's ABI. */
import { type RpcCall, zWord } from './json-rpc.ts';

/** keccak256('Transfer(address,address,uint256)') */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const selectors = { balanceOf: '0x70a08231', decimals: '0x313ce567', transfer: '0xa9059cbb' };

const wordOf = (hex: string) => hex.padStart(64, '0');

/** An address as a topic or an argument: 32 bytes. */
export const addressWord = (address: string) => `0x${wordOf(address.slice(2).toLowerCase())}`;

/**
 * The `data` of a transaction that calls `transfer` of the token's contract; the amount is in the token's
 * base units.
 */
export const transferCall = (address: string, amountMinor: bigint) =>
  selectors.transfer + addressWord(address).slice(2) + wordOf(amountMinor.toString(16));

/** `block` is a height in hex or a tag such as `latest`. The answer is in the token's base units. */
export const balanceOf = (contract: string, owner: string, block: string): RpcCall<typeof zWord> => ({
  method: 'eth_call',
  params: [{ to: contract, data: selectors.balanceOf + addressWord(owner).slice(2) }, block],
  schema: zWord,
});

/** How many decimals the token's base unit has, as its contract says. */
export const decimalsOf = (contract: string): RpcCall<typeof zWord> => ({
  method: 'eth_call',
  params: [{ to: contract, data: selectors.decimals }, 'latest'],
  schema: zWord,
});
