/**
 * The address book. Errors in the order checked: adding: `crypto_user_missing`, `invalid_request` (address: `address_*`), `crypto_payee_exists`; deleting:
 * `not_found`.
 */
import type { CryptoPayee, SentForApproval } from '@calmly/contract';
import { type CryptoAsset, networkOf } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { ClientActor, Work } from '@calmly/platform/work.ts';
import { needOf, voidApprovals } from '../../../../approvals/server/index.ts';
import { requireCode } from '../../../../identity/server/index.ts';
import { requireUser } from '../opening/open-wallet.ts';
import { networkName } from '../rows.ts';
import type { WalletTools } from '../tools.ts';
import { requireAddress } from './destination.ts';
import { sendPayeeForApproval, writePayee } from './payee-approval.ts';
import { deletePayee, findPayee, hasPayee, type StoredPayee } from './payee-store.ts';

/** `POST /crypto/payees`. */
export async function addPayee(
  work: Work,
  actor: ClientActor,
  tools: Pick<WalletTools, 'keys'>,
  input: { readonly label: string; readonly asset: CryptoAsset; readonly address: string },
): Promise<CryptoPayee | SentForApproval> {
  const { sql, now } = work;
  const { clientId } = actor;
  await requireUser(work, clientId);
  const { label, asset } = input;
  const address = await requireAddress(sql, tools, { clientId, asset, text: input.address });
  const network = networkName[networkOf(asset)];
  const need = await needOf(work, { kind: 'payee', clientId });
  if (await hasPayee(sql, { clientId, asset, address })) throw new Problem('crypto_payee_exists');
  await requireCode(work, {
    summary: {
      en: `Add ${label} to your address book: ${asset} on ${network}, ${address}`,
      ru: `Добавить ${label} в адресную книгу: ${asset}, сеть ${network}, ${address}`,
    },
    snapshot: '',
    money: 'stays',
  });
  const payee: StoredPayee = { id: work.newId(), clientId, label, asset, address, createdAt: now };
  if (need) return sendPayeeForApproval(work, need, payee);
  await writePayee(work, payee);
  return presentPayee(payee);
}

/** `DELETE /crypto/payees/{id}`. */
export async function removePayee(work: Work, { clientId }: ClientActor, id: string): Promise<undefined> {
  const { sql, now } = work;
  const payee = await findPayee(sql, { id, clientId });
  if (!(await deletePayee(sql, { id, clientId }, now))) throw new Problem('not_found');
  if (!payee) return undefined;
  await voidApprovals(work, { subjectId: id, payee: 'deleted' });
  await audit(work, {
    action: 'crypto.payee_deleted',
    details: { label: payee.label, currency: payee.asset },
  });
  return undefined;
}

export const presentPayee = ({ id, label, asset, address, createdAt }: StoredPayee): CryptoPayee => ({
  id,
  label,
  asset,
  address,
  createdAt: createdAt.toISOString(),
});
