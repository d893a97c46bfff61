/** Shows which of several requests could not be decided, and why. The others were. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { MessageDialog } from '../../../ui/layers/dialog.tsx';
import { useApprovalTitle } from './approval-words.tsx';
import classes from './inbox.module.css';
import type { Refusal } from './use-decisions.ts';

export function RefusedDialog({ refusals, onClose }: { refusals: readonly Refusal[]; onClose: () => void }) {
  const t = useTranslations('approvals.result');
  const titleText = useApprovalTitle();
  return (
    <MessageDialog
      icon={<IconAlertTriangle aria-hidden="true" />}
      title={t('refusedTitle', { count: refusals.length })}
      text={
        <>
          {t('refusedText')}
          {refusals.map(({ approval, text }) => (
            <span key={approval.id} className={classes.refusal}>
              <strong>{titleText(approval)}</strong>
              {text}
            </span>
          ))}
        </>
      }
      onCancel={onClose}
      actions={
        <Button size="l" variant="solid" onClick={onClose}>
          {t('close')}
        </Button>
      }
    />
  );
}
