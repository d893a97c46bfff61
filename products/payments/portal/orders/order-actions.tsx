/** What can be done with a standing order that has not ended: change it, pause or resume it, and end it. */
import {
  changeStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  type StandingOrderDetails,
} from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { EditDialog } from './edit-dialog.tsx';
import { actMutation } from './queries.ts';

export function OrderActions({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders.drawer');
  const [ending, setEnding] = useState(false);
  const [editing, setEditing] = useState(false);
  const act = useMutation(actMutation(order.id));
  const other = order.state === 'ACTIVE' ? 'pause' : 'resume';
  return (
    <>
      {!ending && <ProblemNotice error={act.error} />}
      <NeedsRight endpoint={endStandingOrder} label={t('end')} above>
        <Button variant="danger" onClick={() => setEnding(true)}>
          {t('end')}
        </Button>
      </NeedsRight>
      <NeedsRight endpoint={pauseStandingOrder} label={t(other)} above>
        <Button busy={act.isPending} onClick={() => act.mutate({ kind: other })}>
          {t(other)}
        </Button>
      </NeedsRight>
      <NeedsRight endpoint={changeStandingOrder} label={t('change')} above>
        <Button onClick={() => setEditing(true)}>{t('change')}</Button>
      </NeedsRight>
      {editing && <EditDialog order={order} onClose={() => setEditing(false)} />}
      {ending && (
        <ConfirmDialog
          icon={<IconCalendarOff aria-hidden="true" />}
          title={t('endTitle')}
          text={t('endText', { name: order.creditorName })}
          problem={<ProblemNotice error={act.error} />}
          keep={t('keep')}
          confirm={t('end')}
          busy={act.isPending}
          onConfirm={() => act.mutate({ kind: 'end' }, { onSuccess: () => setEnding(false) })}
          onCancel={() => setEnding(false)}
        />
      )}
    </>
  );
}
