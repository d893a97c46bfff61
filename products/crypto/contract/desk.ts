/** The sandbox desk's calls for the sandbox's chains: blocks by hand, reorganisations, deposits from outside. */

import { zAmountInput, zPlain } from '@calmly/contract-kit/common.ts';
import { endpoint } from '@calmly/contract-kit/endpoint.ts';
import { wire } from '@calmly/contract-kit/wire.ts';
import { z } from 'zod';
import { zDeskKey } from '../../sandbox/contract/sandbox-desk.ts';
import { zCryptoAsset, zNetwork } from './wallets.ts';

const sandboxCall = { tag: 'Sandbox', access: 'public', presence: 'open' } as const;

const zDeskChain = wire({
  network: ['Network', zNetwork],
  height: ['Height', z.number().int()],
  hash: ['Hash', z.string()],
  /** Transactions not yet in a block. */
  pending: ['Pending', z.number().int()],
});

export const listDeskChains = endpoint({
  ...sandboxCall,
  id: 'listDeskChains',
  method: 'GET',
  path: '/sandbox/desk/chains',
  summary: "List the sandbox's chains with their newest blocks",
  response: z.strictObject({ Items: z.array(zDeskChain) }),
});

export const deskChainActions = ['MINE', 'REORGANISE', 'REJECT'] as const;

export const actOnDeskChain = endpoint({
  ...sandboxCall,
  id: 'actOnDeskChain',
  method: 'POST',
  path: '/sandbox/desk/chains',
  summary:
    'Mine blocks, replace the newest blocks by others, or let every pending transaction fail; replaced transactions are pending again unless they are dropped',
  money: 'desk',
  body: wire({
    network: ['Network', zNetwork],
    action: ['Action', z.enum(deskChainActions)],
    blocks: ['Blocks', z.number().int().min(1).max(100).default(1)],
    /** For REORGANISE: deposits in the replaced blocks are gone for good. */
    isDropping: ['Drop', z.boolean().default(false)],
  }),
  response: zDeskChain,
});

export const sendDeskDeposit = endpoint({
  ...sandboxCall,
  id: 'sendDeskDeposit',
  method: 'POST',
  path: '/sandbox/desk/deposits',
  summary: 'Send an asset from outside to an address, once per Id',
  money: 'desk',
  body: wire({
    /** Chosen by the caller, like an Idempotency-Key. */
    id: ['Id', zDeskKey],
    asset: ['Currency', zCryptoAsset],
    address: ['Address', zPlain.trim().min(1).max(120)],
    amount: ['Amount', zAmountInput],
  }),
  response: wire({ txId: ['TxId', z.string()] }),
});
