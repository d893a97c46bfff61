/** Asks for the reason of a rejection, of one or of many; who asked will read it. */
import type { Approval } from '@calmly/contract';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/surface.tsx';
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
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [first] = approvals;
  const submit = () => {
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '') decisions.decide(approvals, 'REJECT', given);
  };
  return (
    <FormDialog
      title={t('rejectTitle', { count: approvals.length, title: first ? titleText(first) : '' })}
      text={t('rejectText')}
      confirm={t('reject')}
      variant="danger"
      busy={decisions.pending === 'REJECT'}
      onSubmit={submit}
      cancel={t('rejectKeep')}
      onCancel={onClose}
    >
      {decisions.problem && <Notice tone="refusal">{decisions.problem}</Notice>}
      <TextField
        data-autofocus=""
        label={t('rejectReason')}
        help={t('rejectReasonHelp')}
        error={missing && t('reasonRequired')}
        maxLength={longestReason}
        autoComplete="off"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
}
