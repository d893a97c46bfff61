/**
 * Starting to use crypto, and wallets with their addresses.
 *
 * Errors in the order checked: createCryptoUser: `crypto_not_offered`; `crypto_terms_needed` without accepted terms, `terms_outdated`. createWallet:
 * `crypto_not_offered`, `crypto_user_missing`, `crypto_address_limit`. Source: specification sections 4, 7, 9; server page section 11.
 */
import { mostCryptoAddresses, termsVersions, type Wallet } from '@calmly/contract';
import { type CryptoAsset, cryptoAssets, networkOf } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { acceptTerms, findProfile } from '../../../../identity/server/index.ts';
import { listAddressesOf, takeIndex } from '../addresses/address-store.ts';
import { presentWallet, presentWallets } from '../reading/view.ts';
import { requireNetwork, type WalletTools } from '../tools.ts';
import { insertUser, lockClient } from '../wallet-store.ts';
import { addAddress, ensureWallet, requireUser } from './open-wallet.ts';

/** `POST /crypto/users`. */
export async function createUser(
  work: Work,
  actor: ClientActor,
  tools: WalletTools,
  termsVersion: string | undefined,
) {
  if (tools.networks.size === 0) throw new Problem('crypto_not_offered');
  const profile = await findProfile(work.sql, actor);
  if (termsVersion !== undefined) await acceptTerms(work, actor, { crypto: { version: termsVersion } });
  else if (profile?.acceptedTerms.crypto?.version !== termsVersions.crypto)
    throw new Problem('crypto_terms_needed');
  if (await insertUser(work.sql, actor.clientId, work.now)) {
    await audit(work, { action: 'crypto.started' });
    await publish(work.sql, actor.clientId, { topic: 'crypto' });
  }
  return presentWallets(work.sql, actor.clientId);
}

/** `GET /crypto/wallets/existing`. */
export async function existingWallets(work: Work, { clientId }: ClientActor) {
  await requireUser(work, clientId);
  return presentWallets(work.sql, clientId);
}

/** `GET /crypto/wallets/available`. */
export async function availableWallets(work: Work, { clientId }: ClientActor, { networks }: WalletTools) {
  await requireUser(work, clientId);
  const { Items, AddressesLeft } = await presentWallets(work.sql, clientId);
  const existing = new Set(Items.map(({ asset }) => asset));
  return {
    Items: cryptoAssets
      .filter((asset) => networks.get(networkOf(asset))?.assets.includes(asset))
      .map((asset) => ({
        asset,
        network: networkOf(asset),
        // The specification offers it as new whether or not the client has one.
        isNew: asset === 'PFE' || !existing.has(asset),
      })),
    AddressesLeft,
  };
}

/** `POST /crypto/wallets`. */
export async function createWallet(
  work: Work,
  actor: ClientActor,
  tools: WalletTools,
  asset: CryptoAsset,
): Promise<Wallet> {
  const { sql } = work;
  const { clientId } = actor;
  requireNetwork(tools, asset);
  await requireUser(work, clientId);
  // Locks the network before the client, like the reader of deposits.
  const index = await takeIndex(sql, networkOf(asset));
  await lockClient(sql, clientId);
  if ((await listAddressesOf(sql, clientId)).length >= mostCryptoAddresses)
    throw new Problem('crypto_address_limit', { params: { most: mostCryptoAddresses } });
  const wallet = await ensureWallet(work, { clientId, asset });
  await addAddress(work, tools, { wallet, index });
  await audit(work, { action: 'crypto.address_created', details: { currency: asset } });
  await publish(sql, clientId, { topic: 'crypto' });
  return presentWallet(sql, clientId, asset);
}
