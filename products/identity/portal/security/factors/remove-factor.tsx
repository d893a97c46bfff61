/** Asks before a passkey or the app is removed, and asks again before the last one with the consequences. */
import type { Factor } from '@calmly/contract';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { removeMutation } from './queries.ts';

interface RemoveFactorProps {
  factor: Factor;
  isLastDevice: boolean;
  onDone: () => void;
}

export function RemoveFactor({ factor, isLastDevice, onDone }: RemoveFactorProps) {
  const t = useTranslations('factors');
  const removal = useMutation(removeMutation(factor.id));
  const [askedOnce, setAskedOnce] = useState(false);
  const isLastQuestion = askedOnce || !isLastDevice;
  const remove = () => {
    if (!isLastQuestion) return setAskedOnce(true);
    removal.mutate(undefined, {
      onSuccess: () => {
        showSnackbar(t('removed', { name: factor.name }));
        onDone();
      },
    });
  };
  return (
    <ConfirmDialog
      icon={askedOnce ? <IconAlertTriangle aria-hidden="true" /> : <IconTrash aria-hidden="true" />}
      title={askedOnce ? t('removeLastTitle') : t('removeTitle', { name: factor.name })}
      text={
        askedOnce
          ? t('removeLastText')
          : t(factor.kind === 'passkey' ? 'removePasskeyText' : 'removeTotpText')
      }
      problem={<ProblemNotice error={removal.error} />}
      onCancel={onDone}
      keep={t('keep')}
      confirm={t(askedOnce ? 'removeAnyway' : 'remove')}
      busy={removal.isPending}
      onConfirm={remove}
    />
  );
}
