/** Optional details of a payment: its purpose code, and attached documents. */
import { documentTypes, paymentPurposes } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SelectField } from '@calmly/ui/fields/field.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import type { PaymentDraft } from '../../model/draft.ts';
import type { PaymentFormState } from '../use-payment-form.ts';

interface MoreFieldsProps {
  form: PaymentFormState;
}

export function MoreFields({ form }: MoreFieldsProps) {
  const t = useTranslations('payments');
  const { values, faults, change, uploads } = form;
  return (
    <>
      <SelectField
        label={t('create.purpose')}
        name="purpose"
        optional
        help={t('create.purposeHelp')}
        value={values.purpose}
        onChange={(event) => change({ purpose: event.target.value as PaymentDraft['purpose'] })}
      >
        <option value="">{t('create.noPurpose')}</option>
        {paymentPurposes.map((purpose) => (
          <option key={purpose} value={purpose}>
            {t(`purposes.${purpose}`)}
          </option>
        ))}
      </SelectField>
      {values.frequency === 'NOW' && (
        <UploadArea
          label={t('create.attach')}
          hint={t('create.attachHint')}
          accept={documentTypes}
          files={uploads.shown}
          error={uploads.refusal ?? faults.attachments}
          onFiles={uploads.add}
          onRemove={uploads.remove}
          removeLabel={(name) => t('create.detach', { name })}
        />
      )}
    </>
  );
}
