/** Asks before a session is ended; its browser can be forgotten along with it. */
import type { Session } from '@calmly/contract';
import { usePlaceName } from '@calmly/portal-kit/shared/browsers/place.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconLogout } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { endSessionMutation } from './queries.ts';

export function EndSession({ session, onDone }: { session: Session; onDone: () => void }) {
  const t = useTranslations('security');
  const [forget, setForget] = useState(false);
  const ending = useMutation(endSessionMutation);
  const place = usePlaceName()(session);
  const done = () => {
    showSnackbar(t(forget ? 'endedForgotten' : 'ended'));
    onDone();
  };
  return (
    <ConfirmDialog
      icon={<IconLogout aria-hidden="true" />}
      title={t('endTitle', { place })}
      text={t('endText')}
      choice={
        session.forgettable && (
          <CheckboxField
            label={t('endForget')}
            checked={forget}
            onChange={(event) => setForget(event.target.checked)}
          />
        )
      }
      problem={<ProblemNotice error={ending.error} />}
      onCancel={onDone}
      keep={t('endKeep')}
      confirm={t('endConfirm')}
      busy={ending.isPending}
      onConfirm={() => ending.mutate({ id: session.id, forget }, { onSuccess: done })}
    />
  );
}
