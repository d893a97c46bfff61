/** Actions on a colleague besides changing rights. Each asks for confirmation, or says why it is not possible. */
import { isSentForApproval, type Member } from '@calmly/contract';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { isRefusal } from '@calmly/portal-kit/session/outcome.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { LockedButton } from '@calmly/ui/layers/locked-button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { IconCrown, IconPlayerPause, IconPlayerPlay, IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DependingOrders, dependingQuery } from '../../../payments/portal/orders/index.ts';
import classes from './people.module.css';
import { actionMutation, type PersonAction } from './queries.ts';

const icons = {
  suspend: IconPlayerPause,
  resume: IconPlayerPlay,
  remove: IconUserMinus,
  hand_over: IconCrown,
} as const;

interface MemberActionsProps {
  member: Member;
  isLastBoss: boolean;
  onDone: () => void;
}

export function MemberActions({ member, isLastBoss, onDone }: MemberActionsProps) {
  const t = useTranslations('people');
  const [asked, setAsked] = useState<PersonAction>();
  const isActive = member.status === 'ACTIVE';
  const words = { suspend: t('suspend'), resume: t('resume'), remove: t('remove'), hand_over: t('handOver') };
  const offered: readonly PersonAction[] = [
    ...(isActive && !member.current && !member.rights.is_boss ? (['hand_over'] as const) : []),
    isActive ? 'suspend' : 'resume',
    'remove',
  ];
  return (
    <Grid as="section" gap={12} className={classes.access} aria-label={t('access')}>
      <h3>{t('access')}</h3>
      <Inline wrap gap={8}>
        {offered.map((action) => {
          const Icon = icons[action];
          const isLocked = isLastBoss && action !== 'resume';
          if (isLocked) return <LockedButton key={action} reason={t('lastBoss')} label={words[action]} />;
          return (
            <Button
              key={action}
              variant={action === 'remove' ? 'danger' : 'outline'}
              icon={<Icon aria-hidden="true" />}
              onClick={() => setAsked(action)}
            >
              {words[action]}
            </Button>
          );
        })}
      </Inline>
      {asked && (
        <AskFirst
          member={member}
          action={asked}
          label={words[asked]}
          onCancel={() => setAsked(undefined)}
          onDone={onDone}
        />
      )}
    </Grid>
  );
}

interface AskFirstProps {
  member: Member;
  action: PersonAction;
  label: string;
  onCancel: () => void;
  onDone: () => void;
}

function AskFirst({ member: { id, name }, action, label, onCancel, onDone }: AskFirstProps) {
  const t = useTranslations('people');
  const tellSent = useTellSent();
  const acting = useMutation(actionMutation(id));
  const stops = action === 'remove' || action === 'suspend';
  const orders = useQuery({ ...dependingQuery({ personId: id }), enabled: stops });
  const stopping = orders.data ?? [];
  const [key, setKey] = useState(newIdempotencyKey);
  const Icon = icons[action];
  const act = () =>
    acting.mutate(
      { action, key },
      {
        onSuccess: (answer) => {
          onDone();
          if (isSentForApproval(answer)) tellSent(answer);
          else showSnackbar(t(`ask.${action}.done`, { name }));
        },
        onError: (error) => isRefusal(error) && setKey(newIdempotencyKey()),
      },
    );
  return (
    <ConfirmDialog
      icon={<Icon aria-hidden="true" />}
      title={t(`ask.${action}.title`, { name })}
      text={t(`ask.${action}.text`, { name })}
      problem={<ProblemNotice error={acting.error} />}
      onCancel={onCancel}
      keep={t('keep')}
      choice={stopping.length > 0 && <DependingOrders orders={stopping} canBeTakenOver />}
      confirm={label}
      variant={action === 'remove' ? 'danger' : 'accent'}
      busy={acting.isPending || orders.isFetching}
      onConfirm={act}
    />
  );
}
