/** Groups approvals by profile; profiles and their items keep the order of the list. Pure. */
import type { Approval } from '@calmly/contract';

export interface ApprovalGroup {
  readonly clientId: string;
  readonly clientName: string;
  readonly approvals: readonly Approval[];
}

export function groupByClient(approvals: readonly Approval[]): ApprovalGroup[] {
  const groups = Map.groupBy(approvals, ({ clientId }) => clientId);
  return Array.from(groups, ([clientId, own]) => ({
    clientId,
    clientName: own[0]?.clientName ?? '',
    approvals: own,
  }));
}
