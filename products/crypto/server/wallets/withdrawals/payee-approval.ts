/**
 * New entries of the address book that wait for approval: a company's policy requires the same steps as for a payee with a bank account
 * (`payeeSteps`).
 */
import type { SentForApproval } from '@calmly/contract';
import { cryptoAssets, networkOf } from '@calmly/domain';
import { audit } from '@calmly/platform/audit.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { Work } from '@calmly/platform/work.ts';
import { z } from 'zod';
import { type ApprovalHandler, type Need, openApproval } from '../../../../approvals/server/index.ts';
import { networkName } from '../rows.ts';
import { insertPayee, type StoredPayee } from './payee-store.ts';

const action = 'add_address';

const zContent = z.object({
  action: z.literal(action),
  label: z.string(),
  asset: z.enum(cryptoAssets),
  address: z.string(),
});

/** Opens the request; the entry is stored with the last consent. */
export const sendPayeeForApproval = (
  work: Work,
  need: Need,
  { id, clientId, label, asset, address }: StoredPayee,
): Promise<SentForApproval> =>
  openApproval(
    work,
    {
      kind: 'payee',
      clientId,
      subjectId: id,
      content: { action, label, asset, address },
      facts: { action: 'add', name: label, address, network: networkName[networkOf(asset)], currency: asset },
    },
    need,
  );

/** Stores an entry. Errors: `crypto_payee_exists`. */
export async function writePayee(work: Work, payee: StoredPayee): Promise<void> {
  if (!(await insertPayee(work.sql, payee))) throw new Problem('crypto_payee_exists');
  const { clientId, label, asset } = payee;
  await audit(work, { action: 'crypto.payee_added', clientId, details: { label, currency: asset } });
  await publish(work.sql, clientId, { topic: 'crypto' });
}

/** Carries out approvals of payees: entries of the address book here, all others through the handler of bank payees. */
export const withCryptoPayees = (others: ApprovalHandler): ApprovalHandler => ({
  ...others,
  async approved(work, request, by) {
    const content = zContent.safeParse(request.content);
    if (!content.success) return others.approved(work, request, by);
    const { label, asset, address } = content.data;
    const { subjectId: id, clientId } = request;
    await writePayee(work, { id, clientId, label, asset, address, createdAt: work.now });
  },
});
