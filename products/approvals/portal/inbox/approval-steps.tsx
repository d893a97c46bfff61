/** The progress of an approval: requested, each approval given or awaited with its time, and how it ended. */
import type { Approval, ApprovalStep } from '@calmly/contract';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Timeline, TimelineStep } from '@calmly/ui/facts/timeline.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMoment } from '../moment.ts';
import { useWaitingText } from './waiting-text.ts';

export function ApprovalSteps({ approval }: { approval: Approval }) {
  const t = useTranslations('approvals.steps');
  const waiting = useTranslations('approvals.waiting');
  const momentOf = useMoment();
  const { requestedBy, requestedAt, state, steps, closedAt, expiresAt } = approval;
  const isOpen = state === 'WAITING' || state === 'BLOCKED';
  return (
    <SheetSection title={t('title')}>
      <Timeline>
        <Step name={t('asked')} at={requestedAt}>
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
          <Step verdict="refused" name={t(state)} at={closedAt} />
        )}
      </Timeline>
      {isOpen && (
        <Text size={13} tone="soft" above={16}>
          {waiting('expires', momentOf(expiresAt))}
        </Text>
      )}
    </SheetSection>
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
        <Step verdict="approved" name={t('approved')} at={decidedAt}>
          {who}
        </Step>
      );
    case 'REJECTED':
      return (
        <Step verdict="refused" name={t('rejected')} at={decidedAt}>
          {who}
          {approval.reason && (
            <Text as="span" tone="ink" block above={4}>
              {t('reason', { reason: approval.reason })}
            </Text>
          )}
        </Step>
      );
    case 'CURRENT':
      return (
        <Step state="now" name={t('waiting')}>
          {waitingText({ ...approval, waitingFor: asked.length > 0 ? asked : approval.waitingFor })}
        </Step>
      );
    case 'LATER':
      return (
        <Step state="todo" name={t('later')}>
          {namesOf(asked)}
        </Step>
      );
    case 'DROPPED':
      return <Step state="todo" name={t('dropped')} />;
  }
}

interface StepProps {
  state?: 'done' | 'now' | 'todo';
  /** The outcome of a decision. */
  verdict?: 'approved' | 'refused';
  name: string;
  at?: string | null;
  children?: ReactNode;
}

function Step({ state = 'done', verdict, name, at, children }: StepProps) {
  const t = useTranslations('approvals');
  const momentOf = useMoment();
  return (
    <TimelineStep
      state={state}
      colour={state === 'now' ? 'orange' : verdict && colours[verdict]}
      icon={verdict === 'refused' && <IconX />}
      name={name}
      at={at}
      {...(at && { time: t('when', momentOf(at)) })}
    >
      {children}
    </TimelineStep>
  );
}

const colours = { approved: 'green', refused: 'red' } as const;
