/** Adds a payee: name, address and bank account, in one column. The draft survives a reload. */
import { isSentForApproval, newIdempotencyKey } from '@calmly/contract';
import type { Faults } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconChevronDown } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { AccountFields } from './account-fields.tsx';
import classes from './beneficiaries.module.css';
import { type NewPayee, payeeDraft } from './kept-drafts.ts';
import { NameCheckNote } from './name-check-note.tsx';
import {
  accountFaults,
  addressFields,
  emptyPayee,
  type PayeeDraft,
  partyFaults,
  payeeGoesBySwift,
  toBeneficiaryInput,
  travellingName,
} from './party-draft.ts';
import { AddressFields, NameFields, PartyCountry, usePartySentences } from './party-fields.tsx';
import { createMutation } from './queries.ts';

export function AddBeneficiaryPage({ returnToPayment }: { returnToPayment?: boolean }) {
  const t = useTranslations('beneficiaries');
  const ui = useTranslations('ui');
  const navigate = useNavigate();
  const tellSent = useTellSent();
  const sentences = usePartySentences();
  const form = useForm({
    start: (): NewPayee => ({ ...emptyPayee, key: newIdempotencyKey() }),
    kept: payeeDraft,
    live: true,
    faultNames: { account: 'bankDetails' },
    read: ({ key, ...draft }) => {
      const faults = sentences(partyFaults(draft, payeeGoesBySwift(draft)));
      return faults ? { faults } : { body: { payee: toBeneficiaryInput(draft), key } };
    },
    mutation: createMutation,
    onSent: (payee) => {
      if (isSentForApproval(payee)) return tellSent(payee);
      showSnackbar(t('saved', { name: payee.name }));
      void (returnToPayment && payee.direction === 'OUTGOING'
        ? navigate({
            to: '/payments/create/{-$direction}',
            params: { direction: 'outgoing' },
            search: { beneficiary: payee.id },
          })
        : navigate({ to: '/beneficiaries/$id', params: { id: payee.id } }));
    },
  });
  const { values: draft, faults: errors, change } = form;
  const bySwift = payeeGoesBySwift(draft);
  const party = { draft, errors, onChange: change };

  return (
    <Stack as="form" {...form.props} gap={24} className={classes.form}>
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
      <FormMessage form={form} />
      <Text size={13} tone="soft">
        {t('codeHint')}
      </Text>
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {form.busy ? t('saving') : t('save')}
      </Button>
    </Stack>
  );
}

/** The address is filled in or has a fault: it must be seen. */
function addressMatters(draft: PayeeDraft, errors: Faults): boolean {
  return (
    errors.dateOfBirth !== undefined || addressFields.some((field) => draft[field] !== '' || errors[field])
  );
}
