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
import { focusFirstFault, useRefusal } from '../../shared/form/faults.ts';
import { useTellSent } from '../../shared/sent-for-approval.ts';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/segments.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { AccountFields } from './account-fields.tsx';
import classes from './beneficiaries.module.css';
import { forgetPayee, keepPayee, readPayee } from './kept-drafts.ts';
import { NameCheckNote } from './name-check-note.tsx';
import {
  accountFaults,
  addressFields,
  isBirthWrong,
  missingFields,
  type PayeeDraft,
  payeeGoesBySwift,
  toBeneficiaryInput,
  travellingName,
} from './party-draft.ts';
import { AddressFields, NameFields, PartyCountry } from './party-fields.tsx';
import { createMutation } from './queries.ts';

export function AddBeneficiaryPage({ returnToPayment }: { returnToPayment?: boolean }) {
  const t = useTranslations('beneficiaries');
  const ui = useTranslations('ui');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [{ draft, key }, setKept] = useState(readPayee);
  const [left, setLeft] = useState(false);
  const creation = useMutation(createMutation);
  const tellSent = useTellSent();
  const { fields, message } = useRefusal(creation.error);
  const bySwift = payeeGoesBySwift(draft);
  const missing = left ? missingFields(draft, bySwift) : [];
  const errors: Record<string, string> = {
    ...fields,
    ...Object.fromEntries(missing.map((field) => [field, t('required')])),
    ...(left && isBirthWrong(draft) && { dateOfBirth: t('bornWrong') }),
  };

  const change = (part: Partial<PayeeDraft>) => {
    setKept(keepPayee({ ...draft, ...part }));
    if (creation.isError) creation.reset();
  };
  const goOn = (payee: Beneficiary | SentForApproval) => {
    forgetPayee();
    if (isSentForApproval(payee)) return tellSent(payee);
    showSnackbar(t('saved', { name: payee.name }));
    void (returnToPayment && payee.direction === 'OUTGOING'
      ? navigate({
          to: '/payments/create/{-$direction}',
          params: { direction: 'outgoing' },
          search: { beneficiary: payee.id },
        })
      : navigate({ to: '/beneficiaries/$id', params: { id: payee.id } }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (missingFields(draft, bySwift).length > 0 || isBirthWrong(draft)) focusFirstFault(form.current);
    else if (!creation.isPending)
      creation.mutate(
        { payee: toBeneficiaryInput(draft), key },
        { onSuccess: goOn, onError: () => focusFirstFault(form.current) },
      );
  };
  const party = { draft, errors, onChange: change };

  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <Segments
        block
        label={t('direction')}
        value={draft.direction}
        options={[
          { value: 'OUTGOING', label: t('directions.OUTGOING') },
          { value: 'INCOMING', label: t('directions.INCOMING') },
        ]}
        onChange={(direction) => change({ direction })}
      />
      <NameFields {...party} />
      <PartyCountry
        {...party}
        onChange={({ country = '' }) =>
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
        nameCheck={
          <NameCheckNote
            name={travellingName(draft)}
            iban={draft.account.iban}
            onTake={(latinName) => change({ latinName })}
          />
        }
      />
      <details className={classes.more} open={bySwift || addressMatters(draft, errors) || undefined}>
        <summary>
          {t('addressTitle')} {!bySwift && <span>{ui('optional')}</span>}
          <IconChevronDown aria-hidden="true" size={20} stroke={1.6} />
        </summary>
        <AddressFields {...party} bySwift={bySwift} />
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
  return 'dateOfBirth' in errors || addressFields.some((field) => draft[field] !== '' || field in errors);
}
