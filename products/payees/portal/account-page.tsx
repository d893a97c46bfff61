/**
 * A payee's bank account, new or existing. The call replaces the list of accounts, and a code that names the account confirms it. The
 * draft of a new account survives a reload.
 */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { ApiProblem } from '@calmly/portal-kit/session/bank.ts';
import { type EditBase, EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountFields } from './account-fields.tsx';
import { type AccountDraft, draftOf, emptyAccount, keepDetail, toInput } from './account-kind.ts';
import classes from './beneficiaries.module.css';
import { accountDraft } from './kept-drafts.ts';
import { NameCheckNote } from './name-check-note.tsx';
import { accountFaults } from './party-draft.ts';
import { accountsMutation } from './queries.ts';

/** An account by its place in the list, and the payee's version for which that is true. */
interface ChosenAccount {
  readonly index: number;
  readonly version: number | undefined;
}

/** Without a choice a new account. */
export function AccountPage({ id, chosen }: { id: string; chosen?: ChosenAccount }) {
  const found = useQuery(beneficiaryQuery(id));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <FormShape />;
  return <AccountOf payee={found.data} chosen={chosen} />;
}

/** The form is based on the payee as it was when the page opened. Where the list has changed since the choice, another account is at its place. */
function AccountOf({ payee, chosen }: { payee: Beneficiary; chosen: ChosenAccount | undefined }) {
  const t = useTranslations('beneficiaries');
  const edit = useEditBase(payee);
  const { version, bankDetails } = edit.base;
  const [isGone] = useState(
    chosen && (!bankDetails[chosen.index] || (chosen.version ?? version) !== version),
  );
  if (!isGone) return <AccountForm edit={edit} newest={payee} index={chosen?.index} />;
  return (
    <EmptyState
      icon={<IconBuildingBank aria-hidden="true" />}
      title={t('accountMoved')}
      text={t('accountMovedText')}
      action={
        <ButtonLink to="/beneficiaries/$id" params={{ id: payee.id }}>
          {t('toPayee')}
        </ButtonLink>
      }
    />
  );
}

interface AccountFormProps {
  edit: EditBase<Beneficiary>;
  newest: Beneficiary;
  /** Undefined: a new account. */
  index: number | undefined;
}

function AccountForm({ edit, newest, index: chosen }: AccountFormProps) {
  const { base: payee } = edit;
  const index = chosen ?? payee.bankDetails.length;
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const tellSent = useTellSent();
  const there = chosen === undefined ? undefined : payee.bankDetails[chosen];
  const kept = accountDraft(payee.id);
  const form = useForm({
    start: (): AccountDraft => (there ? draftOf(there) : { ...emptyAccount, bankCountry: payee.country }),
    ...(!there && { kept }),
    read: (draft) => ({ body: payee.bankDetails.map(keepDetail).toSpliced(index, 1, toInput(draft)) }),
    mutation: accountsMutation(payee),
    onSent: (answer) => {
      if (isSentForApproval(answer)) return tellSent(answer);
      showSnackbar(t(there ? 'accountChanged' : 'accountSaved'));
      void navigate({ to: '/beneficiaries/$id', params: { id: payee.id } });
    },
  });
  const { values, message } = form;
  /** What was typed of a new account stays; one that was changed is chosen again. */
  const startAgain = () => {
    if (there) return void navigate({ to: '/beneficiaries/$id', params: { id: payee.id } });
    edit.restart(() => form.change({}));
  };
  const lacksAddress = form.error instanceof ApiProblem && form.error.code === 'beneficiary_address_needed';
  return (
    <Stack as="form" {...form.props} gap={24} className={classes.form}>
      <Inline gap={16} align="center" className={classes.who}>
        <Avatar name={payee.name} country={payee.country} />
        <Text as="h2" size={18} weight="title" wrap="anywhere">
          {payee.name}
        </Text>
      </Inline>
      <AccountFields
        draft={values}
        errors={accountFaults(form.faults, index)}
        onChange={form.change}
        nameCheck={<NameCheckNote name={payee.latin.name} iban={values.iban} />}
      />
      {message && (
        <Notice tone="refusal">
          {message}
          {lacksAddress && (
            <ButtonLink to="/beneficiaries/$id/edit" params={{ id: payee.id }} size="s">
              {t('addAddress')}
            </ButtonLink>
          )}
        </Notice>
      )}
      {newest.version !== payee.version && (
        <EditConflict error={form.error} onRestart={startAgain}>
          {newest.bankDetails
            .map(({ currency, iban, accountNumber }) => `${currency} ${iban ?? accountNumber}`)
            .join('; ')}
        </EditConflict>
      )}
      <Text size={13} tone="soft">
        {t('codeHint')}
      </Text>
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {form.busy ? t('saving') : t('save')}
      </Button>
    </Stack>
  );
}
