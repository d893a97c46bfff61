/** Asks why one or more approvals are rejected; the people who requested them will read it. */
import type { Approval } from '@calmly/contract';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useApprovalTitle } from './approval-words.tsx';
import type { Decisions } from './use-decisions.ts';

const longestReason = 300;

interface RejectDialogProps {
  approvals: readonly Approval[];
  decisions: Decisions;
  onClose: () => void;
}

export function RejectDialog({ approvals, decisions, onClose }: RejectDialogProps) {
  const t = useTranslations('approvals');
  const titleText = useApprovalTitle();
  const [first] = approvals;
  const form = useForm({
    start: { reason: '' },
    read: ({ reason }) => {
      const faults = missingTexts({ reason }, { reason: t('reasonRequired') });
      return faults ? { faults } : { body: reason.trim() };
    },
    mutation: { mutationFn: async (reason: string) => decisions.decide(approvals, 'REJECT', reason) },
  });
  return (
    <FormDialog
      title={t('rejectTitle', { count: approvals.length, title: first ? titleText(first) : '' })}
      text={t('rejectText')}
      confirm={t('reject')}
      variant="danger"
      busy={decisions.pending === 'REJECT'}
      onSubmit={form.submit}
      cancel={t('rejectKeep')}
      onCancel={onClose}
    >
      {decisions.problem && <Notice tone="refusal">{decisions.problem}</Notice>}
      <TextField
        {...form.text('reason')}
        data-autofocus=""
        label={t('rejectReason')}
        help={t('rejectReasonHelp')}
        maxLength={longestReason}
        autoComplete="off"
      />
    </FormDialog>
  );
}
