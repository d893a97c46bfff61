/**
 * Change who a payee is: names, address, birthday; the accounts stay. A payee that lacks what its payments need comes here with
 * everything else filled in; saving it again writes what travels in Latin letters.
 */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { schemeFor } from '@calmly/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { focusFirstFault, useRefusal } from '../../shared/form/faults.ts';
import { beneficiaryQuery } from '../../shared/resources.ts';
import { useTellSent } from '../../shared/sent-for-approval.ts';
import { Button } from '../../ui/button.tsx';
import { FormShape } from '../../ui/shapes.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './beneficiaries.module.css';
import { isBirthWrong, missingFields, type PartyDraft, partyDraftOf, toPartyInput } from './party-draft.ts';
import { AddressFields, NameFields, PartyCountry } from './party-fields.tsx';
import { partyMutation } from './queries.ts';
import { Readiness } from './readiness.tsx';

interface EditBeneficiaryPageProps {
  id: string;
  /** The payment form led here and waits for the payee. */
  returnToPayment?: boolean;
}

export function EditBeneficiaryPage({ id, returnToPayment = false }: EditBeneficiaryPageProps) {
  const found = useQuery(beneficiaryQuery(id));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <FormShape />;
  return <EditForm payee={found.data} returnToPayment={returnToPayment} />;
}

function EditForm({ payee, returnToPayment }: { payee: Beneficiary; returnToPayment: boolean }) {
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<PartyDraft>(() => partyDraftOf(payee));
  // What is missing from a payee that is not ready is told at once.
  const [left, setLeft] = useState(payee.readiness.length > 0);
  const change = useMutation(partyMutation(payee));
  const tellSent = useTellSent();
  const { fields, message } = useRefusal(change.error);
  const bySwift = isPaidBySwift(payee);
  const errors: Record<string, string> = {
    ...fields,
    ...(left && Object.fromEntries(missingFields(draft, bySwift).map((field) => [field, t('required')]))),
    ...(left && isBirthWrong(draft) && { dateOfBirth: t('bornWrong') }),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (missingFields(draft, bySwift).length > 0 || isBirthWrong(draft)) focusFirstFault(form.current);
    else if (!change.isPending)
      change.mutate(toPartyInput(draft), {
        onSuccess: (answer) => {
          if (isSentForApproval(answer)) return tellSent(answer);
          showSnackbar(t('detailsSaved'));
          void (returnToPayment
            ? navigate({
                to: '/payments/create/{-$direction}',
                params: { direction: 'outgoing' },
                search: { beneficiary: payee.id },
              })
            : navigate({ to: '/beneficiaries/$id', params: { id: payee.id } }));
        },
        onError: () => focusFirstFault(form.current),
      });
  };
  const party = {
    draft,
    errors,
    onChange: (part: Partial<PartyDraft>) => {
      setDraft((before) => ({ ...before, ...part }));
      if (change.isError) change.reset();
    },
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <Readiness issues={payee.readiness} />
      <NameFields {...party} />
      <PartyCountry {...party} />
      <h2 className={classes.formSection}>{t('addressTitle')}</h2>
      <AddressFields {...party} bySwift={bySwift} />
      {message && <Notice tone="refusal">{message}</Notice>}
      <p className={classes.muted}>{t('editHint')}</p>
      <Button type="submit" variant="accent" size="l" block busy={change.isPending}>
        {change.isPending ? t('saving') : t('save')}
      </Button>
    </form>
  );
}

/** Whether an account asks for the address; one inside the bank does not, and the server knows those. */
const isPaidBySwift = ({ bankDetails, readiness }: Beneficiary): boolean =>
  readiness.includes('street_missing') ||
  bankDetails.some(
    ({ currency, bankCountry, iban }) =>
      schemeFor({ currency, creditorCountry: bankCountry ?? '', hasIban: iban !== null }) === 'SWIFT',
  );
