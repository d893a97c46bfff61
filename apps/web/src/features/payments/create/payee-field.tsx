/**
 * Who to pay: a beneficiary, searched by name or IBAN, and which of their accounts when there are several; or another
 * client of the bank (`client-fields.tsx`). A beneficiary that is missing can be added without losing the draft.
 */
import { createBeneficiary, type NameCheck } from '@calmly/contract';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { beneficiaryQuery } from '../../../session/resources.ts';
import { useRight } from '../../../session/rights.ts';
import { Picker } from '../../../ui/picker.tsx';
import { TemplatePicks } from '../../orders/index.ts';
import type { DraftField } from '../model/check-draft.ts';
import type { PaymentDraft } from '../model/draft.ts';
import { fromKept } from '../model/kept.ts';
import { accountOf, type ChosenPayee } from '../model/payee.ts';
import { beneficiariesQuery } from '../queries.ts';
import { ClientFields } from './client-fields.tsx';
import { BankDetailRow, BeneficiaryRow } from './rows.tsx';
import type { FieldTexts } from './use-payment-form.ts';

interface PayeeFieldProps {
  values: PaymentDraft;
  payee: ChosenPayee | undefined;
  /** What comparing the name with another client's account came to. */
  nameCheck: NameCheck | null | undefined;
  errors: FieldTexts;
  onChange: (patch: Partial<PaymentDraft>, field: DraftField) => void;
  onLeave: (field: DraftField) => void;
}

export function PayeeField({ values, payee, nameCheck, errors, onChange, onLeave }: PayeeFieldProps) {
  const t = useTranslations('payments.create');
  const ui = useTranslations('ui');
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const found = useQuery(beneficiariesQuery(useDeferredValue(text.trim())));
  const { held: mayAdd } = useRight(createBeneficiary);

  if (values.payeeKind === 'client') {
    return (
      <ClientFields
        values={values}
        nameCheck={nameCheck}
        errors={errors}
        onChange={onChange}
        onLeave={onLeave}
      />
    );
  }

  const beneficiary = payee?.kind === 'beneficiary' ? payee.beneficiary : undefined;
  const bankAccount = payee?.kind === 'beneficiary' ? accountOf(payee.bankDetail) : undefined;
  // The chosen one leads the list even when it is on no page of it.
  const others = (found.data ?? []).filter(({ id }) => id !== beneficiary?.id);
  const listed = beneficiary && text === '' ? [beneficiary, ...others] : (found.data ?? []);
  return (
    <>
      <Picker
        label={t('to')}
        name="beneficiaryId"
        placeholder={t('choosePayee')}
        options={listed.map((each) => ({ key: each.id, content: <BeneficiaryRow beneficiary={each} /> }))}
        chosen={beneficiary?.id}
        onChoose={(beneficiaryId) => {
          setText('');
          // The list says of them what would be read: so the form need not wait, and the focus stays in it.
          queries.setQueryData(
            beneficiaryQuery(beneficiaryId).queryKey,
            (known) => known ?? listed.find(({ id }) => id === beneficiaryId),
          );
          onChange({ beneficiaryId, bankAccount: '' }, 'beneficiaryId');
        }}
        error={errors.beneficiaryId}
        search={{ text, placeholder: t('findPayee'), onChange: setText }}
        none={
          found.isPending ? '' : found.isError ? ui('loadFailedTitle') : text ? t('noPayee') : t('noPayees')
        }
        footer={
          <>
            {mayAdd && (
              <Link to="/beneficiaries/add" search={{ next: 'payment' }}>
                <IconPlus aria-hidden="true" />
                {t('addPayee')}
              </Link>
            )}
            <button type="button" onClick={() => onChange({ payeeKind: 'client' }, 'beneficiaryId')}>
              <IconBuildingBank aria-hidden="true" />
              {t('toClient')}
            </button>
          </>
        }
      />
      {!beneficiary && (
        <TemplatePicks onChoose={(template) => onChange(fromKept(template), 'beneficiaryId')} />
      )}
      {beneficiary && beneficiary.bankDetails.length > 1 && (
        <Picker
          label={t('bankAccount')}
          name="creditorAccount"
          placeholder={t('chooseAccount')}
          options={beneficiary.bankDetails.map((detail) => ({
            key: accountOf(detail),
            content: <BankDetailRow detail={detail} />,
          }))}
          chosen={bankAccount}
          onChoose={(account) => onChange({ bankAccount: account }, 'creditorAccount')}
          error={errors.creditorAccount}
        />
      )}
    </>
  );
}
