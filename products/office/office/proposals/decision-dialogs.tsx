/** Asks before a proposal is approved, rejected or withdrawn. What is approved is what was on the screen when the dialog opened. */
import type { Proposal } from '@calmly/contract/staff';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ReasonField } from '../shared/reason-field.tsx';
import { useActName } from './names.ts';
import { approve, reject, withdraw } from './queries.ts';

interface DecisionProps {
  proposal: Proposal;
  /** The idempotency key of this press. */
  intent: string;
  onCancel: () => void;
  /** Somebody else may have decided it. */
  onRefused: () => void;
}

export function ApproveDialog({
  proposal,
  intent,
  onCancel,
  onRefused,
  onDone,
}: DecisionProps & { onDone: (decided: Proposal) => void }) {
  const t = useTranslations('office.proposals');
  const actName = useActName();
  const sending = useMutation({
    mutationFn: () => approve({ id: proposal.id, key: intent, seen: proposal.seen }),
    onSuccess: (answer) => onDone(answer),
    onError: onRefused,
  });
  return (
    <ConfirmDialog
      icon={<IconCheck aria-hidden="true" />}
      title={t('approveTitle')}
      text={t('approveText', { act: actName(proposal.act), subject: proposal.subject })}
      problem={sending.error && <ProblemNotice error={sending.error} />}
      keep={t('keep')}
      confirm={t('approve')}
      variant="accent"
      busy={sending.isPending}
      onConfirm={() => sending.mutate()}
      onCancel={onCancel}
    />
  );
}

export function WithdrawDialog({
  proposal,
  intent,
  onCancel,
  onRefused,
  onDone,
}: DecisionProps & { onDone: (decided: Proposal) => void }) {
  const t = useTranslations('office.proposals');
  const sending = useMutation({
    mutationFn: () => withdraw({ id: proposal.id, key: intent }),
    onSuccess: onDone,
    onError: onRefused,
  });
  return (
    <ConfirmDialog
      icon={<IconArrowBackUp aria-hidden="true" />}
      title={t('withdrawTitle')}
      text={t('withdrawText')}
      problem={sending.error && <ProblemNotice error={sending.error} />}
      keep={t('keep')}
      confirm={t('withdraw')}
      busy={sending.isPending}
      onConfirm={() => sending.mutate()}
      onCancel={onCancel}
    />
  );
}

export function RejectDialog({
  proposal,
  intent,
  onCancel,
  onRefused,
  onDone,
}: DecisionProps & { onDone: (decided: Proposal) => void }) {
  const t = useTranslations('office.proposals');
  const form = useForm({
    start: { reason: '', key: intent },
    read: ({ reason, key }) =>
      reason.trim()
        ? { body: { id: proposal.id, key, reason: reason.trim() } }
        : { faults: { reason: t('rejectReason') } },
    mutation: { mutationFn: reject },
    onSent: onDone,
    onRefused,
  });
  return (
    <FormDialog
      title={t('rejectTitle')}
      text={t('rejectText', { name: proposal.maker.name })}
      confirm={t('reject')}
      variant="danger"
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      <ReasonField
        label={t('reason')}
        value={form.values.reason}
        error={form.faults.reason}
        onChange={(reason) => form.change({ reason })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
