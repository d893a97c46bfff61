/** The state of a confirmed payout: waiting for approval or for its day, being paid, or done. */
import type { PayoutDetails } from '@calmly/contract';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { ProgressLine } from '@calmly/portal-kit/shared/files/progress-line.tsx';
import { useNavigateUnlessLeft } from '@calmly/portal-kit/shared/navigation/navigate-unless-left.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PayoutApprovalWarnings } from '../../../approvals/portal/index.ts';
import { useCount } from '../words.tsx';
import classes from './paying.module.css';
import { takeBackMutation } from './queries.ts';

export function PayState({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.results');
  const dayOf = useDay();
  const { id, status, summary, progress, payOn } = payout;
  if (status === 'PAYING') return progress?.nextOn ? <Rest payout={payout} /> : <Paying payout={payout} />;
  if (status === 'WAITING')
    return (
      <>
        <Notice tone="info">{payOn ? t('waitingFor', { day: dayOf(payOn) }) : t('waiting')}</Notice>
        <PayoutApprovalWarnings payoutId={id} />
      </>
    );
  if (status === 'SCHEDULED') return <Scheduled payout={payout} />;
  if (summary.failed > 0) return <Notice tone="warning">{t('doneFailed', { count: summary.failed })}</Notice>;
  if (summary.pending > 0) return <Notice tone="info">{t('donePending', { count: summary.pending })}</Notice>;
  return <Notice tone="success">{t(summary.faulty > 0 ? 'doneReady' : 'doneAll')}</Notice>;
}

function useDay(): (day: string) => string {
  const format = useFormatter();
  return (day) => format.dateTime(dayAsDate(day), { day: 'numeric', month: 'long', year: 'numeric' });
}

function Paying({ payout: { summary } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.results');
  const count = useCount();
  const done = summary.paid + summary.failed;
  const of = summary.rows - summary.faulty;
  return (
    <section className={classes.state}>
      <ProgressLine
        title={t('paying', { done: count(done), of: count(of) })}
        part={of > 0 ? Math.min(1, done / of) : undefined}
      />
    </section>
  );
}

/** Nothing has been paid yet. */
function Scheduled({ payout: { id, progress, payOn } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.results');
  const dayOf = useDay();
  const navigate = useNavigateUnlessLeft();
  const takingBack = useMutation(takeBackMutation(id));
  const nextOn = progress?.nextOn ?? payOn;
  return (
    <section className={classes.state}>
      <p>{t('scheduled', { day: nextOn ? dayOf(nextOn) : '' })}</p>
      <Button
        busy={takingBack.isPending}
        onClick={() =>
          takingBack.mutate(undefined, {
            onSuccess: () => {
              showSnackbar(t('takenBack'));
              void navigate({ to: '/payments/payouts/$id', params: { id }, search: {} });
            },
            onError: showFailure,
          })
        }
      >
        {t('takeBack')}
      </Button>
    </section>
  );
}

/** Some rows are paid, the others wait for their days. */
function Rest({ payout: { id, progress } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.results');
  const count = useCount();
  const dayOf = useDay();
  const [isAsking, setAsking] = useState(false);
  const takingBack = useMutation(takeBackMutation(id));
  const { done = 0, of = 0, nextOn = '' } = progress ?? {};
  return (
    <section className={classes.state}>
      <p>{t('rest', { done: count(done), of: count(of), day: dayOf(nextOn) })}</p>
      <Button onClick={() => setAsking(true)}>{t('takeBackRest')}</Button>
      {isAsking && (
        <ConfirmDialog
          icon={<IconCalendarOff aria-hidden="true" />}
          title={t('restTitle')}
          text={t('restText', { count: of - done })}
          problem={<ProblemNotice error={takingBack.error} />}
          keep={t('keepRest')}
          confirm={t('takeBackRest')}
          busy={takingBack.isPending}
          onConfirm={() =>
            takingBack.mutate(undefined, {
              onSuccess: () => {
                setAsking(false);
                showSnackbar(t('restTakenBack'));
              },
            })
          }
          onCancel={() => setAsking(false)}
        />
      )}
    </section>
  );
}
