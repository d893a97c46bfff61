/**
 * Add a payee: who, where, and the bank account. One column; the server's faults go to their fields and the first of them
 * gets the focus. What is typed is kept with the key of its intent (`kept-drafts.ts`).
 */
import { type Beneficiary, isSentForApproval, type SentForApproval } from '@calmly/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useTellSent } from '../../session/sent-for-approval.ts';
import { focusFirstFault, useFaults } from '../../session/use-faults.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { AccountFields, CountryField } from './account-fields.tsx';
import classes from './beneficiaries.module.css';
import { forgetPayee, keepPayee, readPayee } from './kept-drafts.ts';
import {
  accountFaults,
  addressFields,
  missingFields,
  type PayeeDraft,
  toBeneficiaryInput,
} from './party-draft.ts';
import { createMutation } from './queries.ts';

export function AddBeneficiaryPage({ returnToPayment }: { returnToPayment?: boolean }) {
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [{ draft, key }, setKept] = useState(readPayee);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const creation = useMutation(createMutation);
  const tellSent = useTellSent();
  const { fields, message } = useFaults(creation.error);
  const errors: Record<string, string> = {
    ...fields,
    ...Object.fromEntries(missing.map((field) => [field, t('required')])),
  };

  const change = (part: Partial<PayeeDraft>) => {
    setKept(keepPayee({ ...draft, ...part }));
    setMissing((before) => before.filter((field) => !(field in part)));
    if (creation.isError) creation.reset();
  };
  const goOn = (payee: Beneficiary | SentForApproval) => {
    forgetPayee();
    if (isSentForApproval(payee)) return tellSent(payee);
    showSnackbar(t('saved', { name: payee.name }));
    void (returnToPayment
      ? navigate({
          to: '/payments/create/{-$direction}',
          params: { direction: 'outgoing' },
          search: { beneficiary: payee.id },
        })
      : navigate({ to: '/beneficiaries/$id', params: { id: payee.id } }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = missingFields(draft);
    setMissing(found);
    if (found.length > 0) focusFirstFault(form.current);
    else if (!creation.isPending)
      creation.mutate(
        { payee: toBeneficiaryInput(draft), key },
        { onSuccess: goOn, onError: () => focusFirstFault(form.current) },
      );
  };
  const person = draft.legalStatus === 'INDIVIDUAL';
  const text = (field: 'name' | 'firstName' | 'lastName' | (typeof addressFields)[number]) => ({
    value: draft[field],
    error: errors[field],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <Segments
        block
        label={t('who')}
        value={draft.legalStatus}
        options={[
          { value: 'INDIVIDUAL', label: t('person') },
          { value: 'COMPANY', label: t('company') },
        ]}
        onChange={(legalStatus) => change({ legalStatus })}
      />
      {person ? (
        <div className={classes.two}>
          <TextField label={t('firstName')} {...text('firstName')} />
          <TextField label={t('lastName')} {...text('lastName')} />
        </div>
      ) : (
        <TextField label={t('companyName')} help={t('companyHelp')} {...text('name')} />
      )}
      <CountryField
        label={t('country')}
        value={draft.country}
        error={errors.country}
        onChange={(country) =>
          change({
            country,
            // The bank is usually where the payee is, until the client says otherwise.
            ...(draft.account.bankCountry === draft.country && {
              account: { ...draft.account, bankCountry: country },
            }),
          })
        }
      />
      <h2 className={classes.formSection}>{t('bankAccount')}</h2>
      <AccountFields
        draft={draft.account}
        errors={accountFaults(errors, 0)}
        onChange={(account) => change({ account: { ...draft.account, ...account } })}
      />
      <details className={classes.more} open={addressMatters(draft, errors) || undefined}>
        <summary>
          {t('addressTitle')} <span>{t('optional')}</span>
          <IconChevronDown aria-hidden="true" size={20} stroke={1.6} />
        </summary>
        <p className={classes.muted}>{t('addressHelp')}</p>
        <div className={classes.wideNarrow}>
          <TextField label={t('street')} {...text('street')} />
          <TextField label={t('building')} {...text('buildingNumber')} />
        </div>
        <div className={classes.narrowWide}>
          <TextField label={t('postCode')} {...text('postCode')} />
          <TextField label={t('town')} {...text('town')} />
        </div>
      </details>
      {message && <Notice tone="refusal">{message}</Notice>}
      <p className={classes.muted}>{t('codeHint')}</p>
      <Button type="submit" variant="accent" size="l" block busy={creation.isPending}>
        {creation.isPending ? t('saving') : t('save')}
      </Button>
    </form>
  );
}

/** The address is filled in or has a fault: it must be seen. */
function addressMatters(draft: PayeeDraft, errors: Readonly<Record<string, string>>): boolean {
  return addressFields.some((field) => draft[field] !== '' || field in errors);
}
