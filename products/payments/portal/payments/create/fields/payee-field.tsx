/**
 * The payee: searched by name or IBAN, once for each of their accounts; or another client of the bank (`client-fields.tsx`). A missing
 * payee can be added without losing the draft.
 */
import { type BankDetail, type Beneficiary, createBeneficiary, type NameCheck } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { TemplatePicks } from '../../../orders/index.ts';
import type { DraftField } from '../../model/check-draft.ts';
import type { PaymentDraft } from '../../model/draft.ts';
import { fromKept } from '../../model/kept.ts';
import { accountOf, type ChosenPayee } from '../../model/payee.ts';
import { beneficiariesQuery } from '../../queries.ts';
import { BeneficiaryRow } from '../rows.tsx';
import { ClientFields } from './client-fields.tsx';
import { PayeeNotice } from './payee-notice.tsx';

interface PayeeFieldProps {
  values: PaymentDraft;
  payee: ChosenPayee | undefined;
  /** What comparing the name with another client's account came to. */
  nameCheck: NameCheck | null | undefined;
  errors: Faults;
  onChange: (patch: Partial<PaymentDraft>) => void;
  onLeave: (field: DraftField) => void;
}

export function PayeeField({ values, payee, nameCheck, errors, onChange, onLeave }: PayeeFieldProps) {
  const t = useTranslations('payments.create');
  const ui = useTranslations('ui');
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const found = useQuery(beneficiariesQuery(useDeferredValue(text.trim())));
  const { held: mayAdd } = useRight(createBeneficiary);
  const named = useQuery(beneficiaryQuery(values.beneficiaryId)).data;

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
  // The chosen one leads the list even when it is on no page of it.
  const others = (found.data ?? []).filter(({ id }) => id !== beneficiary?.id);
  const listed = beneficiary && text === '' ? [beneficiary, ...others] : (found.data ?? []);
  const options = listed.flatMap(accountsOf);
  return (
    <>
      <Picker
        label={t('to')}
        name="beneficiaryId"
        placeholder={t('choosePayee')}
        options={options.map(({ key, ...row }) => ({ key, content: <BeneficiaryRow {...row} /> }))}
        chosen={payee?.kind === 'beneficiary' ? keyOf(payee.beneficiary, payee.bankDetail) : undefined}
        onChoose={(key) => {
          const chosen = options.find((option) => option.key === key);
          if (!chosen) return;
          setText('');
          // The list has all that would be read, so the form need not wait and the focus stays in it.
          const { beneficiary: known, detail } = chosen;
          queries.setQueryData(beneficiaryQuery(known.id).queryKey, (before) => before ?? known);
          const bankAccount = detail && known.bankDetails.length > 1 ? accountOf(detail) : '';
          onChange({ beneficiaryId: known.id, bankAccount });
        }}
        error={errors.beneficiaryId ?? errors.creditorAccount}
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
            <button type="button" onClick={() => onChange({ payeeKind: 'client' })}>
              <IconBuildingBank aria-hidden="true" />
              {t('toClient')}
            </button>
          </>
        }
      />
      {named && <PayeeNotice payee={named} />}
      <TemplatePicks onChoose={(template) => onChange(fromKept(template))} />
    </>
  );
}

/** A payee once for each of their accounts. */
const accountsOf = (beneficiary: Beneficiary) =>
  (beneficiary.bankDetails.length > 0 ? beneficiary.bankDetails : [undefined]).map((detail) => ({
    key: keyOf(beneficiary, detail),
    beneficiary,
    detail,
  }));

const keyOf = ({ id }: Beneficiary, detail: BankDetail | undefined) =>
  `${id} ${detail ? accountOf(detail) : ''}`;
