/** Declines an invitation after one confirmation, because the inviter is notified; then shows the result. */

import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconMailOff, IconMailX } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { declineMutation, type InvitationKey } from './queries.ts';

interface DeclineProps {
  by: InvitationKey;
  company: string;
  onDeclined: (company: string) => void;
}

export function Decline({ by, company, onDeclined }: DeclineProps) {
  const t = useTranslations('invitation');
  const [isAsked, setIsAsked] = useState(false);
  const declining = useMutation(declineMutation);
  return (
    <>
      <Button variant="quiet" size="l" block onClick={() => setIsAsked(true)}>
        {t('decline')}
      </Button>
      {isAsked && (
        <ConfirmDialog
          icon={<IconMailX aria-hidden="true" />}
          title={t('declineTitle')}
          text={t('declineText', { company })}
          problem={<ProblemNotice error={declining.error} />}
          onCancel={() => setIsAsked(false)}
          keep={t('back')}
          confirm={t('decline')}
          busy={declining.isPending}
          onConfirm={() => declining.mutate(by, { onSuccess: () => onDeclined(company) })}
        />
      )}
    </>
  );
}

export function Declined({ company }: { company: string }) {
  const t = useTranslations('invitation');
  return (
    <EmptyState
      level={1}
      icon={<IconMailOff aria-hidden="true" />}
      title={t('declinedTitle')}
      text={t('declinedText', { company })}
      action={
        <ButtonLink to="/" variant="accent" size="l">
          {t('toStart')}
        </ButtonLink>
      }
    />
  );
}
