/**
 * A bank account of a payee, a new one or one that is there: the list is replaced by itself with this account, confirmed by a code
 * that names it. Of a new one what is typed is kept over reloads.
 */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { ApiProblem } from '../../session/bank.ts';
import { focusFirstFault, useRefusal } from '../../shared/form/faults.ts';
import { beneficiaryQuery } from '../../shared/resources.ts';
import { useTellSent } from '../../shared/sent-for-approval.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormShape } from '../../ui/shapes.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const kept = accountDraft(payee.id);
  const there = payee.bankDetails[index];
  const [draft, setDraft] = useState<AccountDraft>(() =>
    there ? draftOf(there) : (kept.read() ?? { ...emptyAccount, bankCountry: payee.country }),
  );
  const change = useMutation(accountsMutation(payee));
  const tellSent = useTellSent();
  const { fields, message } = useRefusal(change.error);
  const lacksAddress =
    change.error instanceof ApiProblem && change.error.code === 'beneficiary_address_needed';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(payee.bankDetails.map(keepDetail).toSpliced(index, 1, toInput(draft)), {
      onSuccess: (answer) => {
        kept.forget();
        if (isSentForApproval(answer)) return tellSent(answer);
        showSnackbar(t(there ? 'accountChanged' : 'accountSaved'));
        void navigate({ to: '/beneficiaries/$id', params: { id: payee.id } });
      },
      onError: () => focusFirstFault(form.current),
    });
  };
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.who}>
        <Avatar name={payee.name} country={payee.country} />
        <h2 className={classes.name}>{payee.name}</h2>
      </div>
      <AccountFields
        draft={draft}
        errors={accountFaults(fields, index)}
        onChange={(part) => {
          const next = { ...draft, ...part };
          setDraft(next);
          if (!there) kept.keep(next);
          if (change.isError) change.reset();
        }}
        nameCheck={<NameCheckNote name={payee.latin.name} iban={draft.iban} />}
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
      <Button type="submit" variant="accent" size="l" block busy={change.isPending}>
        {change.isPending ? t('saving') : t('save')}
      </Button>
    </form>
  );
}
