/** The actions on a request: share its page while it is pending, and cancel it. */
import { cancelMoneyRequest, type MoneyRequestDetails } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelMutation } from './queries.ts';
import { ShareButton } from './share-button.tsx';

export function RequestActions({ request }: { request: MoneyRequestDetails }) {
  const t = useTranslations('requests.drawer');
  const [canceling, setCanceling] = useState(false);
  return (
    <>
      {request.canCancel && (
        <NeedsRight endpoint={cancelMoneyRequest} label={t('cancel')} above>
          <Button
            variant="danger"
            icon={<IconArrowBackUp aria-hidden="true" />}
            onClick={() => setCanceling(true)}
          >
            {t('cancel')}
          </Button>
        </NeedsRight>
      )}
      <ShareButton
        target={{ requestId: request.id }}
        email={request.payerEmail}
        variant={request.canCancel ? 'accent' : 'outline'}
      />
      {canceling && <CancelDialog request={request} onClose={() => setCanceling(false)} />}
    </>
  );
}

function CancelDialog({ request, onClose }: { request: MoneyRequestDetails; onClose: () => void }) {
  const t = useTranslations('requests.drawer');
  const canceling = useMutation(cancelMutation(request.id));
  const cancel = () =>
    canceling.mutate(undefined, {
      onSuccess: () => {
        showSnackbar(t('canceled'));
        onClose();
      },
    });
  return (
    <ConfirmDialog
      icon={<IconArrowBackUp aria-hidden="true" />}
      title={t('cancelTitle')}
      text={t('cancelText', {
        amount: amountText(request.amount, request.currency),
        name: request.payerName,
      })}
      problem={<ProblemNotice error={canceling.error} />}
      keep={t('keep')}
      confirm={t('cancel')}
      busy={canceling.isPending}
      onConfirm={cancel}
      onCancel={onClose}
    />
  );
}
