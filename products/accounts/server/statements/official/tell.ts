/** Notifies people about their official statements: members who may see statements, and for cards only those who may see cards. */
import { holdsRight } from '@calmly/contract';
import { type Notice, notify } from '@calmly/platform/notify/notices.ts';
import { publish } from '@calmly/platform/notify/push.ts';
import type { Work } from '@calmly/platform/work.ts';
import { findActorWithoutSession, findRecipients } from '../../../../identity/server/index.ts';
import { type AccountSource, statedAccounts } from '../accounts.ts';

/**
 * In the caller's transaction. All sessions of the client get the hint `statements`; only active members who
 * see one of the accounts are notified.
 */
export async function tellReaders(
  work: Pick<Work, 'sql' | 'now' | 'newId'>,
  sources: readonly AccountSource[],
  /** Their statements; members who may see none of them are not notified. */
  { clientId, accountIds }: { readonly clientId: string; readonly accountIds: readonly string[] },
  notice: Pick<Notice, 'kind' | 'params' | 'subjectId'>,
): Promise<void> {
  const { sql, newId } = work;
  await publish(sql, clientId, { topic: 'statements' });
  const notices: Notice[] = [];
  for (const { personId } of await findRecipients(sql, { clientIds: [clientId], personIds: [] })) {
    const actor = await findActorWithoutSession(sql, { id: newId(), personId, clientId });
    if (actor?.state !== 'ACTIVE' || !holdsRight(actor, 'can_view_statements')) continue;
    const seen = await statedAccounts({ sql, actor }, sources);
    if (seen.some(({ id }) => accountIds.includes(id))) notices.push({ ...notice, clientId, personId });
  }
  await notify(work, notices);
}
