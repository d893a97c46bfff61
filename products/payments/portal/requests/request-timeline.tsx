/** The history of a request, in order; received money links to its payment. */
import type { RequestEvent, RequestStep } from '@calmly/contract';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import type { BadgeColour } from '@calmly/ui/facts/status-badge.tsx';
import { Timeline, TimelineStep } from '@calmly/ui/facts/timeline.tsx';
import { IconAlertTriangle, IconClock, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const icons: Partial<Record<RequestEvent, ReactNode>> = {
  OVERDUE: <IconClock />,
  CANCELED: <IconX />,
  OTHER_CURRENCY: <IconAlertTriangle />,
  AFTER_CANCEL: <IconAlertTriangle />,
};

const colours: Partial<Record<RequestEvent, BadgeColour>> = {
  RECEIVED: 'green',
  OVERDUE: 'blue',
  CANCELED: 'red',
  OTHER_CURRENCY: 'orange',
  AFTER_CANCEL: 'orange',
};

/** Events that need a word more. */
const noted = ['OVERDUE', 'OTHER_CURRENCY', 'AFTER_CANCEL'] as const;

export function RequestTimeline({ steps }: { steps: readonly RequestStep[] }) {
  const t = useTranslations('requests');
  const format = useFormatter();
  const timeOf = (at: string) =>
    format.dateTime(new Date(at), {
      day: 'numeric',
      month: 'short',
      ...timeOfDay,
    });
  return (
    <Timeline>
      {steps.map(({ event, at, actor, amount, currency, paymentId }) => {
        const note = noted.find((name) => name === event);
        return (
          <TimelineStep
            key={`${event} ${at} ${paymentId}`}
            state="done"
            colour={colours[event]}
            icon={icons[event]}
            name={t(`events.${event}`, {
              amount: amount === null || currency === null ? '' : amountText(amount, currency),
            })}
            at={at}
            time={timeOf(at)}
          >
            {[actor, note && t(`notes.${note}`)].filter(Boolean).join('. ')}
            {paymentId !== null && (
              <>
                {' · '}
                <Link to="/payments" search={{ payment: paymentId }} className="link">
                  {t('drawer.openPayment')}
                </Link>
              </>
            )}
          </TimelineStep>
        );
      })}
    </Timeline>
  );
}
