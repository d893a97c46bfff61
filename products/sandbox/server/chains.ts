/** The sandbox's chains at the desk: blocks by hand, reorganisations, deposits from outside. */
import { actOnDeskChain, type deskChainActions, listDeskChains, sendDeskDeposit } from '@calmly/contract';
import { type CryptoAsset, exponentOf, type Network, networkOf, parseDecimal } from '@calmly/domain';
import type { Router } from '@calmly/platform/http/router.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import type { DeskChain, SandboxWorld } from '@calmly/providers/chain/sandbox-world.ts';

/** Refuses (`crypto_not_offered`) actions on a real network. Calls need no authentication, like the whole desk. */
export function chainRoutes(router: Router, world: SandboxWorld): void {
  router.read(listDeskChains, async ({ sql }) => ({ Items: await world.list(sql) }));
  router.write(actOnDeskChain, (work, { body }) => act(world, work, body));
  router.write(sendDeskDeposit, (work, { body }) => {
    requireSandbox(world, networkOf(body.asset));
    return world.deposit(work, readDeposit(body));
  });
}

/** Refuses (`crypto_not_offered`) a real network, which only its own world can change. */
function requireSandbox({ networks }: SandboxWorld, network: Network): void {
  if (!networks.includes(network)) throw new Problem('crypto_not_offered');
}

interface Action {
  readonly network: Network;
  readonly action: (typeof deskChainActions)[number];
  readonly blocks: number;
  readonly isDropping: boolean;
}

async function act(
  world: SandboxWorld,
  work: Work,
  { network, action, blocks, isDropping }: Action,
): Promise<DeskChain> {
  requireSandbox(world, network);
  if (action === 'MINE') await world.mine(work, network, blocks);
  else if (action === 'REORGANISE') await world.reorganise(work, network, { blocks, isDropping });
  else await world.failPending(work, network);
  const chain = (await world.list(work.sql)).find((each) => each.network === network);
  if (!chain) throw new Error(`the sandbox has no chain ${network}`);
  return chain;
}

function readDeposit({
  amount,
  ...deposit
}: {
  readonly id: string;
  readonly asset: CryptoAsset;
  readonly address: string;
  readonly amount: string;
}) {
  const { asset } = deposit;
  const amountMinor = parseDecimal(amount, asset);
  if (amountMinor === undefined)
    throw badFields({
      field: 'amount',
      code: 'amount_precision',
      params: { currency: asset, digits: exponentOf(asset) },
    });
  if (amountMinor === 0n) throw badFields({ field: 'amount', code: 'amount_zero' });
  return { ...deposit, amountMinor };
}
