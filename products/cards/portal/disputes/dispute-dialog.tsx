/** Disputes a card payment: reason, description, amount and evidence. */
import {
  type CardTransaction,
  type DisputeReason,
  disputeReasons,
  disputeTextLength,
  documentTypes,
  newIdempotencyKey,
} from '@calmly/contract';
import { formatDecimal, parseDecimal } from '@calmly/domain';
import { groupDigits, readAmount } from '@calmly/portal-kit/shared/amount/amount-input.ts';
import { type KeptDocument, useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { LongTextField, RadioRow, TextField } from '@calmly/ui/fields/field.tsx';
import { FieldGroup } from '@calmly/ui/fields/field-group.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { IconGavel } from '@tabler/icons-react';
import { openDisputeMutation } from '../queries.ts';

/** Cards hold euro. */
const currency = 'EUR';

interface DisputeDialogProps {
  row: CardTransaction;
  /** The maximum disputable amount. */
  most: string;
  onClose: () => void;
  onOpened: (reason: DisputeReason) => void;
}

export function DisputeDialog({ row, most, onClose, onOpened }: DisputeDialogProps) {
  const t = useTranslations('cardDisputes.dialog');
  const reasons = useTranslations('cardDisputes.reasons');
  const form = useForm({
    start: () => ({
      reason: '' as DisputeReason | '',
      text: '',
      amount: groupDigits(most),
      documents: [] as readonly KeptDocument[],
      key: newIdempotencyKey(),
    }),
    read: ({ reason, text, amount: typed, documents, key }) => {
      const amount = readAmount(typed, currency);
      const isPossible = amount.ok && amount.minor <= (parseDecimal(most, currency) ?? 0n);
      const faults = {
        ...(reason === '' && { reason: t('whyMissing') }),
        ...(text.trim() === '' && { text: t('saidMissing') }),
        ...(!isPossible && { amount: t('amountWrong', { most: amountText(most, currency) }) }),
      };
      if (reason === '' || !amount.ok || Object.keys(faults).length > 0) return { faults };
      return {
        body: {
          body: {
            reason,
            text: text.trim(),
            amount: formatDecimal(amount.minor, currency),
            documents: documents.map(({ id }) => id),
          },
          key,
        },
      };
    },
    mutation: openDisputeMutation(row.id),
    onSent: (_opened, { body: { reason } }) => {
      showSnackbar(t('sent'));
      onOpened(reason);
    },
  });
  const { reason, text, amount, documents } = form.values;
  const uploads = useUploads(documents, (update) =>
    form.change((before) => ({ documents: update(before.documents) })),
  );
  return (
    <FormDialog
      icon={<IconGavel aria-hidden="true" />}
      title={t('title', { amount: amountText(row.amount, row.currency), name: row.merchantName })}
      text={t('text')}
      confirm={t('send')}
      busy={form.busy || uploads.busy}
      disabled={uploads.refusal !== undefined}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <FieldGroup label={t('why')} error={form.faults.reason}>
        <Grid gap={8}>
          {disputeReasons.map((each) => (
            <RadioRow
              key={each}
              name="reason"
              title={reasons(each)}
              checked={each === reason}
              onChange={() => form.change({ reason: each })}
            />
          ))}
        </Grid>
      </FieldGroup>
      <LongTextField
        name="text"
        label={t('said')}
        maxLength={disputeTextLength}
        value={text}
        error={form.faults.text}
        onChange={(next) => form.change({ text: next })}
      />
      <TextField
        name="amount"
        label={t('amount')}
        inputMode="decimal"
        autoComplete="off"
        right={<span>{currency}</span>}
        value={amount}
        error={form.faults.amount}
        onChange={({ target }) => form.change({ amount: groupDigits(target.value) })}
      />
      <UploadArea
        compact
        label={t('files')}
        hint={t('filesHint')}
        error={uploads.refusal ?? form.faults.documents}
        accept={documentTypes}
        files={uploads.shown}
        onFiles={uploads.add}
        onRemove={uploads.remove}
        removeLabel={(name) => t('drop', { name })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
