/** The approvals of one company (or the own profile), with a checkbox to select all of them. */
import type { InboxView } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import type { ApprovalGroup } from '../model/groups.ts';
import { ApprovalRow } from './approval-row.tsx';
import classes from './inbox.module.css';

interface ApprovalGroupListProps {
  group: ApprovalGroup;
  view: InboxView;
  openId: string | undefined;
  chosenIds: ReadonlySet<string>;
  /** Payouts that can only be rejected. */
  outdatedIds: ReadonlySet<string>;
  onChoose: (ids: readonly string[], chosen: boolean) => void;
  onOpen: (id: string) => void;
}

export function ApprovalGroupList({
  group,
  view,
  openId,
  chosenIds,
  outdatedIds,
  onChoose,
  onOpen,
}: ApprovalGroupListProps) {
  const t = useTranslations('approvals');
  const client = useClient();
  const isOwn = group.clientId === client.id && client.role !== 'LEGAL';
  const name = isOwn ? t('ownProfile') : group.clientName;
  const decidable = group.approvals.filter(({ canDecide }) => canDecide).map(({ id }) => id);
  return (
    <Stack as="section" gap={12} aria-label={name}>
      <Inline gap={16} align="center" justify="between" className={classes.groupHead}>
        <h2>{name}</h2>
        {decidable.length > 1 && (
          <CheckboxField
            label={
              <>
                {t('list.chooseAll')}
                <span className="visually-hidden">: {name}</span>
              </>
            }
            checked={decidable.every((id) => chosenIds.has(id))}
            onChange={(event) => onChoose(decidable, event.target.checked)}
          />
        )}
      </Inline>
      <Stack as="ul" gap={12} className={classes.rows}>
        {group.approvals.map((approval) => (
          <ApprovalRow
            key={approval.id}
            approval={approval}
            view={view}
            isOpen={approval.id === openId}
            isChosen={chosenIds.has(approval.id)}
            isOutdated={outdatedIds.has(approval.id)}
            onChoose={(chosen) => onChoose([approval.id], chosen)}
            onOpen={() => onOpen(approval.id)}
          />
        ))}
      </Stack>
    </Stack>
  );
}
