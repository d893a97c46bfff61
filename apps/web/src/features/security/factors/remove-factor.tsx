/** Asks before a passkey or the app is taken away; for the last of them a second time, with what is lost. */
import { ApiProblem, type Factor } from '@calmly/contract';
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { useProblemText } from '../../../session/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { showSnackbar } from '../../../ui/snackbar.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { removeMutation } from './queries.ts';

interface RemoveFactorProps {
  factor: Factor;
  isLastDevice: boolean;
  onDone: () => void;
}

export function RemoveFactor({ factor, isLastDevice, onDone }: RemoveFactorProps) {
  const t = useTranslations('factors');
  const problemText = useProblemText();
  const removal = useMutation(removeMutation(factor.id));
  const [askedOnce, setAskedOnce] = useState(false);
  const isLastQuestion = askedOnce || !isLastDevice;
  const isCanceled = removal.error instanceof ApiProblem && removal.error.code === 'code_canceled';
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
        <>
          {askedOnce
            ? t('removeLastText')
            : t(factor.kind === 'passkey' ? 'removePasskeyText' : 'removeTotpText')}
          {removal.isError && !isCanceled && <Notice tone="refusal">{problemText(removal.error)}</Notice>}
        </>
      }
      onCancel={onDone}
      actions={
        <>
          <Button size="l" onClick={onDone}>
            {t('keep')}
          </Button>
          <Button size="l" variant="danger" busy={removal.isPending} onClick={remove}>
            {t(askedOnce ? 'removeAnyway' : 'remove')}
          </Button>
        </>
      }
    />
  );
}
