/** How far an approval has come: asked, each approval given or waited for with since when, and how it ended. */
import type { Approval, ApprovalStep } from '@calmly/contract';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { useMoment } from '../../../session/moment.ts';
import { useNames } from '../../../session/names.ts';
import classes from './steps.module.css';
import { useWaitingText } from './waiting-text.ts';

export function ApprovalSteps({ approval }: { approval: Approval }) {
  const t = useTranslations('approvals.steps');
  const waiting = useTranslations('approvals.waiting');
  const momentOf = useMoment();
  const { requestedBy, requestedAt, state, steps, closedAt, expiresAt } = approval;
  const isOpen = state === 'WAITING' || state === 'BLOCKED';
  return (
    <section className={classes.section}>
      <h3>{t('title')}</h3>
      <ol className={classes.steps}>
        <Step mark="done" name={t('asked')} at={requestedAt}>
          {requestedBy.name}
        </Step>
        {steps.map((step, place) => (
          <NeededStep
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the order
            key={place}
            step={step}
            approval={approval}
          />
        ))}
        {(state === 'RECALLED' || state === 'EXPIRED' || state === 'VOIDED') && (
          <Step mark="refused" name={t(state)} at={closedAt} />
        )}
      </ol>
      {isOpen && <p className={classes.expiry}>{waiting('expires', momentOf(expiresAt))}</p>}
    </section>
  );
}

function NeededStep({ step, approval }: { step: ApprovalStep; approval: Approval }) {
  const t = useTranslations('approvals.steps');
  const namesOf = useNames();
  const waitingText = useWaitingText();
  const { decidedBy, decidedAt, onBehalfOf } = step;
  const who =
    decidedBy &&
    (onBehalfOf ? t('onBehalf', { name: decidedBy.name, other: onBehalfOf.name }) : decidedBy.name);
  const asked = step.people.map((person) => {
    const standIn = step.standIns.find((each) => each.person.id === person.id);
    return standIn ? { name: t('standIn', { name: person.name, other: standIn.for.name }) } : person;
  });
  switch (step.state) {
    case 'DONE':
      return (
        <Step mark="done" name={t('approved')} at={decidedAt}>
          {who}
        </Step>
      );
    case 'REJECTED':
      return (
        <Step mark="refused" name={t('rejected')} at={decidedAt}>
          {who}
          {approval.reason && (
            <span className={classes.reason}>{t('reason', { reason: approval.reason })}</span>
          )}
        </Step>
      );
    case 'CURRENT':
      return (
        <Step mark="now" name={t('waiting')}>
          {waitingText({ ...approval, waitingFor: asked.length > 0 ? asked : approval.waitingFor })}
        </Step>
      );
    case 'LATER':
      return (
        <Step mark="todo" name={t('later')}>
          {namesOf(asked)}
        </Step>
      );
    case 'DROPPED':
      return <Step mark="todo" name={t('dropped')} />;
  }
}

interface StepProps {
  mark: 'done' | 'now' | 'todo' | 'refused';
  name: string;
  at?: string | null;
  children?: ReactNode;
}

function Step({ mark, name, at, children }: StepProps) {
  const t = useTranslations('approvals');
  const momentOf = useMoment();
  return (
    <li className={classes.step} data-mark={mark} aria-current={mark === 'now' ? 'step' : undefined}>
      <span className={classes.mark} aria-hidden="true">
        {mark === 'done' && <IconCheck />}
        {mark === 'refused' && <IconX />}
      </span>
      <div className={classes.stepHead}>
        <span className={classes.name}>{name}</span>
        {at && <time dateTime={at}>{t('when', momentOf(at))}</time>}
      </div>
      {children && <p className={classes.note}>{children}</p>}
    </li>
  );
}
