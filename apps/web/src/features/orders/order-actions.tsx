/** What can be done with a standing order that has not ended: pause or resume it, and end it. */
import { endStandingOrder, pauseStandingOrder, type StandingOrderDetails } from '@calmly/contract';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../session/needs-right.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './orders.module.css';
import { actMutation } from './queries.ts';

export function OrderActions({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders.drawer');
  const problemText = useProblemText();
  const [ending, setEnding] = useState(false);
  const act = useMutation(actMutation(order.id));
  const other = order.state === 'ACTIVE' ? 'pause' : 'resume';
  return (
    <>
      {act.isError && !ending && <Notice tone="refusal">{problemText(act.error)}</Notice>}
      <NeedsRight endpoint={endStandingOrder} label={t('end')} above>
        <Button variant="danger" className={classes.grow} onClick={() => setEnding(true)}>
          {t('end')}
        </Button>
      </NeedsRight>
      <NeedsRight endpoint={pauseStandingOrder} label={t(other)} above>
        <Button className={classes.grow} busy={act.isPending} onClick={() => act.mutate({ kind: other })}>
          {t(other)}
        </Button>
      </NeedsRight>
      {ending && (
        <ConfirmDialog
          icon={<IconCalendarOff aria-hidden="true" />}
          title={t('endTitle')}
          text={
            <>
              {t('endText', { name: order.creditorName })}
              {act.isError && <Notice tone="refusal">{problemText(act.error)}</Notice>}
            </>
          }
          actions={
            <>
              <Button size="l" onClick={() => setEnding(false)}>
                {t('keep')}
              </Button>
              <Button
                size="l"
                variant="danger"
                busy={act.isPending}
                onClick={() => act.mutate({ kind: 'end' }, { onSuccess: () => setEnding(false) })}
              >
                {t('end')}
              </Button>
            </>
          }
          onCancel={() => setEnding(false)}
        />
      )}
    </>
  );
}
