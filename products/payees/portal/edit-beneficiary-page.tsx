/**
 * Changes a payee's identity: names, address, birthday; the accounts stay. A payee without the details that its payments need opens here
 * with everything else filled in. Saving it again writes the Latin spelling.
 */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { schemeFor } from '@calmly/domain';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import classes from './beneficiaries.module.css';
import { partyDraftOf, partyFaults, toPartyInput } from './party-draft.ts';
import { AddressFields, NameFields, PartyCountry, usePartySentences } from './party-fields.tsx';
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
  const tellSent = useTellSent();
  const sentences = usePartySentences();
  const bySwift = isPaidBySwift(payee);
  const { base, restart } = useEditBase(payee);
  const form = useForm({
    start: () => partyDraftOf(base),
    live: true,
    read: (draft) => {
      const faults = sentences(partyFaults(draft, bySwift));
      return faults ? { faults } : { body: toPartyInput(draft) };
    },
    mutation: partyMutation(base),
    onSent: (answer) => {
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
  });
  // A payee that is not ready shows at once what it lacks.
  const lacks = payee.readiness.length > 0 ? sentences(partyFaults(form.values, bySwift)) : undefined;
  const party = { draft: form.values, errors: { ...form.faults, ...lacks }, onChange: form.change };
  return (
    <Stack as="form" {...form.props} gap={24} className={classes.form}>
      <Readiness issues={payee.readiness} />
      <NameFields {...party} />
      <PartyCountry {...party} />
      <h2 className={classes.formSection}>{t('addressTitle')}</h2>
      <AddressFields {...party} bySwift={bySwift} />
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart((newest) => form.change(partyDraftOf(newest)))}
      >
        {Object.values(partyDraftOf(payee))
          .filter((value) => typeof value === 'string' && value !== '')
          .join('; ')}
      </EditConflict>
      <Text size={13} tone="soft">
        {t('editHint')}
      </Text>
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {form.busy ? t('saving') : t('save')}
      </Button>
    </Stack>
  );
}

/** Whether an account asks for the address; one inside the bank does not, and the server knows those. */
const isPaidBySwift = ({ bankDetails, readiness }: Beneficiary): boolean =>
  readiness.includes('street_missing') ||
  bankDetails.some(
    ({ currency, bankCountry, iban }) =>
      schemeFor({ currency, creditorCountry: bankCountry ?? '', hasIban: iban !== null }) === 'SWIFT',
  );
