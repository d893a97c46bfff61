/** Adds an address to the address book; it is checked while the person types. */
import { isSentForApproval } from '@calmly/contract';
import { cryptoAssets, isCryptoAsset } from '@calmly/domain';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { addPayeeMutation } from '../queries.ts';
import { useAddressCheck } from './address-fault.ts';

export function AddPayeeDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('wallets.book');
  const names = useTranslations('crypto.assets');
  const faultsOf = useTranslations('wallets.addressFaults');
  const tellSent = useTellSent();
  const form = useForm({
    start: () => ({ label: '', asset: 'BTC', address: '', key: newIdempotencyKey() }),
    live: true,
    read: ({ label, asset: chosen, address, key }) => {
      const fault = checked.check?.fault;
      const faults = {
        label: label.trim() ? undefined : t('labelMissing'),
        address: !address.trim()
          ? t('addressMissing')
          : fault
            ? faultsOf(fault, { asset: chosen })
            : undefined,
      };
      if (faults.label || faults.address || !isCryptoAsset(chosen)) return { faults };
      return { body: { key, body: { label: label.trim(), asset: chosen, address: address.trim() } } };
    },
    mutation: addPayeeMutation,
    onSent: (answer) => {
      onClose();
      if (isSentForApproval(answer)) return tellSent(answer);
      showSnackbar(t('added', { name: answer.label }));
    },
  });
  const { values, faults } = form;
  const asset = isCryptoAsset(values.asset) ? values.asset : 'BTC';
  const checked = useAddressCheck(asset, values.address);
  return (
    <FormDialog
      title={t('addTitle')}
      text={t('addText')}
      confirm={t('addConfirm')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onClose}
    >
      <TextField
        {...form.text('label')}
        label={t('label')}
        maxLength={70}
        autoComplete="off"
        onBlur={() => form.leave('label')}
      />
      <SelectField {...form.text('asset')} label={t('asset')}>
        {cryptoAssets.map((each) => (
          <option key={each} value={each}>
            {names(each)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...form.text('address')}
        label={t('address')}
        autoComplete="off"
        spellCheck={false}
        error={
          faults.address ?? (checked.check?.fault ? faultsOf(checked.check.fault, { asset }) : undefined)
        }
        help={checked.check?.address ? t('addressGood') : undefined}
        onBlur={() => form.leave('address')}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}
