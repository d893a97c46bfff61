/**
 * Add a payee: who, where, and the bank account. One column; the server's faults go to their fields and the first of them
 * gets the focus. The intent keeps one idempotency key, so that a lost answer or a double click adds one payee.
 */
import { type Beneficiary, newIdempotencyKey } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Segments } from '../../ui/segments.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { AccountFields, CountryField } from './account-fields.tsx';
import classes from './beneficiaries.module.css';
import {
  accountFaults,
  emptyPayee,
  missingFields,
  type PayeeDraft,
  toBeneficiaryInput,
} from './party-draft.ts';
import { createMutation } from './queries.ts';
import { focusFirstFault, useFaults } from './use-faults.ts';

export function AddBeneficiaryPage({ returnToPayment }: { returnToPayment?: boolean }) {
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(emptyPayee);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [key, setKey] = useState(newIdempotencyKey);
  const creation = useMutation(createMutation);
  const { fields, message } = useFaults(creation.error);
  const errors: Record<string, string> = {
    ...fields,
    ...Object.fromEntries(missing.map((field) => [field, t('required')])),
  };

  const change = (part: Partial<PayeeDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    // Another content is another intent; the faults of the old one no longer hold for what changed.
    setKey(newIdempotencyKey());
    setMissing((before) => before.filter((field) => !(field in part)));
    if (creation.isError) creation.reset();
  };
  const goOn = (payee: Beneficiary) => {
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
  const text = (
    field: 'name' | 'firstName' | 'lastName' | 'street' | 'buildingNumber' | 'postCode' | 'town',
  ) => ({
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
      <details className={classes.more} open={addressHasFault(errors) || undefined}>
        <summary>{t('addressTitle')}</summary>
        <p className={classes.muted}>{t('addressHelp')}</p>
        <div className={classes.wideNarrow}>
          <TextField optional label={t('street')} {...text('street')} />
          <TextField optional label={t('building')} {...text('buildingNumber')} />
        </div>
        <div className={classes.narrowWide}>
          <TextField optional label={t('postCode')} {...text('postCode')} />
          <TextField optional label={t('town')} {...text('town')} />
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

function addressHasFault(errors: Readonly<Record<string, string>>): boolean {
  return ['street', 'buildingNumber', 'postCode', 'town'].some((field) => field in errors);
}
