/**
 * A payee's bank account, new or existing. The call replaces the list of accounts, and a code that names the account confirms it. The
 * draft of a new account survives a reload.
 */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { ApiProblem } from '../../session/bank.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { beneficiaryQuery } from '../../shared/resources.ts';
import { useTellSent } from '../../shared/sent-for-approval.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Avatar } from '../../ui/facts/avatar.tsx';
import { showSnackbar } from '../../ui/layers/snackbar.tsx';
import { FormShape } from '../../ui/pictures/shapes.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import { AccountFields } from './account-fields.tsx';
import { type AccountDraft, draftOf, emptyAccount, keepDetail, toInput } from './account-kind.ts';
import classes from './beneficiaries.module.css';
import { accountDraft } from './kept-drafts.ts';
import { NameCheckNote } from './name-check-note.tsx';
import { accountFaults } from './party-draft.ts';
import { accountsMutation } from './queries.ts';

/** Without an index a new account. */
export function AccountPage({ id, index }: { id: string; index?: number }) {
  const found = useQuery(beneficiaryQuery(id));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <FormShape />;
  const { bankDetails } = found.data;
  const at = index !== undefined && bankDetails[index] ? index : bankDetails.length;
  return <AccountForm payee={found.data} index={at} />;
}

function AccountForm({ payee, index }: { payee: Beneficiary; index: number }) {
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const tellSent = useTellSent();
  const there = payee.bankDetails[index];
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
  const lacksAddress = form.error instanceof ApiProblem && form.error.code === 'beneficiary_address_needed';
  return (
    <form {...form.props} className={classes.form}>
      <div className={classes.who}>
        <Avatar name={payee.name} country={payee.country} />
        <h2 className={classes.name}>{payee.name}</h2>
      </div>
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
      <p className={classes.muted}>{t('codeHint')}</p>
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {form.busy ? t('saving') : t('save')}
      </Button>
    </form>
  );
}
