/** The result of each past day; a payment missed for lack of money can be sent by hand. */
import { type StandingOrderDetails, sendMissedRun } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from './orders.module.css';
import { sendRunMutation } from './queries.ts';
import { useDay } from './use-day.ts';

export function PastRuns({ order }: { order: StandingOrderDetails }) {
  const t = useTranslations('orders');
  const day = useDay();
  const [sending] = useState(() => sendRunMutation(order.id));
  const send = useMutation(sending);
  return (
    <SheetSection title={t('drawer.past')}>
      <ProblemNotice error={send.error} />
      <ul className={classes.dates}>
        {order.runs.map(({ dueOn, state, paymentId }) => (
          <li key={dueOn}>
            <span>
              {day(dueOn)}
              <Text as="span" size={13} tone="soft" block>
                {t(`runs.${state}`)}
              </Text>
            </span>
            {paymentId && (
              <Link to="/payments" search={{ payment: paymentId }} className="link">
                {t('drawer.open')}
              </Link>
            )}
            {state === 'MISSED' && (
              <NeedsRight endpoint={sendMissedRun} label={t('drawer.sendNow')} size="s" align="end">
                <Button
                  size="s"
                  busy={send.isPending && send.variables === dueOn}
                  onClick={() => send.mutate(dueOn, { onSuccess: () => showSnackbar(t('drawer.sent')) })}
                >
                  {t('drawer.sendNow')}
                </Button>
              </NeedsRight>
            )}
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
