/** What happened to a request, in order; money leads to its payment. */
import type { RequestEvent, RequestStep } from '@calmly/contract';
import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { amountText } from '../../ui/amount.tsx';
import classes from './drawer.module.css';

const icons = {
  CREATED: IconCheck,
  RECEIVED: IconCheck,
  OVERDUE: IconClock,
  CANCELED: IconX,
  OTHER_CURRENCY: IconAlertTriangle,
  AFTER_CANCEL: IconAlertTriangle,
} as const satisfies Record<RequestEvent, typeof IconCheck>;

/** Events that need a word more. */
const noted = ['OVERDUE', 'OTHER_CURRENCY', 'AFTER_CANCEL'] as const;

export function RequestTimeline({ steps }: { steps: readonly RequestStep[] }) {
  const t = useTranslations('requests');
  const format = useFormatter();
  return (
    <ol className={classes.timeline}>
      {steps.map(({ event, at, actor, amount, currency, paymentId }) => {
        const Icon = icons[event];
        const note = noted.find((name) => name === event);
        return (
          <li key={`${event} ${at} ${paymentId}`} className={classes.step} data-event={event}>
            <span className={classes.mark} aria-hidden="true">
              <Icon />
            </span>
            <div className={classes.stepHead}>
              <span className={classes.stepName}>
                {t(`events.${event}`, {
                  amount: amount === null || currency === null ? '' : amountText(amount, currency),
                })}
              </span>
              <time dateTime={at}>
                {format.dateTime(new Date(at), {
                  day: 'numeric',
                  month: 'short',
                  hour: '2-digit',
                  minute: '2-digit',
                  hourCycle: 'h23',
                })}
              </time>
            </div>
            <p className={classes.stepNote}>
              {[actor, note && t(`notes.${note}`)].filter(Boolean).join('. ')}
              {paymentId !== null && (
                <>
                  {' · '}
                  <Link to="/payments" search={{ payment: paymentId }} className="link">
                    {t('drawer.openPayment')}
                  </Link>
                </>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
