/** Asks for the reason of a rejection, of one or of many; who asked will read it. */
import type { Approval } from '@calmly/contract';
import { type FormEvent, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { useApprovalTitle } from './approval-words.tsx';
import classes from './inbox.module.css';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setMissing(given === '');
    if (given !== '') decisions.decide(approvals, 'REJECT', given);
  };
  return (
    <Dialog labelledBy="reject-title" describedBy="reject-text" onCancel={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div>
          <h2 id="reject-title">
            {t('rejectTitle', { count: approvals.length, title: first ? titleText(first) : '' })}
          </h2>
          <p id="reject-text" className={classes.says}>
            {t('rejectText')}
          </p>
        </div>
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
        <div className={classes.formButtons}>
          <Button size="l" onClick={onClose}>
            {t('rejectKeep')}
          </Button>
          <Button size="l" variant="danger" type="submit" busy={decisions.pending === 'REJECT'}>
            {t('reject')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
