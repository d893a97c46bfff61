/** Asks before an item is decided. The decision names the version that was on the screen when this opened. */
import { ApiProblem, newIdempotencyKey } from '@calmly/contract';
import type { InboxSheet } from '@calmly/contract/staff';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { ReasonField } from '../shared/reason-field.tsx';
import { type Decision, decide } from './queries.ts';

interface DecideDialogProps {
  sheet: InboxSheet;
  decision: Decision;
  onCancel: () => void;
  onDecided: () => void;
  /** It is no longer what was seen. */
  onOutdated: () => void;
}

/** After these the item has to be looked at again. */
const outdated: ReadonlySet<string> = new Set(['item_changed', 'item_taken', 'not_found']);

export function DecideDialog({ sheet, decision, onCancel, onDecided, onOutdated }: DecideDialogProps) {
  const t = useTranslations('office');
  const takesAccount = sheet.takesAccount && decision === 'approve';
  const form = useForm({
    start: () => ({ reason: '', account: '', key: newIdempotencyKey() }),
    read: ({ reason, account, key }) => {
      if (decision === 'reject' && reason.trim() === '')
        return { faults: { reason: t(sheet.tellsReason ? 'inbox.reasonRequired' : 'inbox.reasonNeeded') } };
      return {
        body: {
          key,
          decision,
          version: sheet.version,
          ...(reason.trim() && { reason: reason.trim() }),
          ...(takesAccount && account.trim() && { account: account.trim() }),
        },
      };
    },
    mutation: { mutationFn: (body: Parameters<typeof decide>[1]) => decide(sheet, body) },
    onSent: onDecided,
    onRefused: (error) => {
      if (error instanceof ApiProblem && outdated.has(error.code)) onOutdated();
    },
  });
  return (
    <FormDialog
      title={t(`inbox.ask.${decision}`)}
      text={[sheet.subject, sheet.client?.name].filter(Boolean).join(' · ')}
      confirm={t(`decisions.${decision}`)}
      variant={decision === 'reject' ? 'danger' : 'accent'}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onCancel}
    >
      {takesAccount && (
        <TextField
          {...form.text('account')}
          label={t('inbox.account')}
          help={t('inbox.accountHelp')}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <ReasonField
        label={t('inbox.reason')}
        help={t(sheet.tellsReason ? 'inbox.clientReads' : 'inbox.auditKeeps')}
        optional={decision !== 'reject'}
        value={form.values.reason}
        error={form.faults.reason}
        onChange={(reason) => form.change({ reason })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
