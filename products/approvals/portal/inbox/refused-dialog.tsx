/** Shows which of several requests could not be decided, and why. The others were. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconAlertTriangle } from '@tabler/icons-react';
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
            <Text as="span" key={approval.id} block above={12} className={classes.refusal}>
              <strong>{titleText(approval)}</strong>
              {text}
            </Text>
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
