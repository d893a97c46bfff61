/** Add a bank account to a payee: the list is replaced by itself and the new one, confirmed by a code that names it. */
import { type Beneficiary, isSentForApproval } from '@calmly/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { beneficiaryQuery } from '../../session/resources.ts';
import { useTellSent } from '../../session/sent-for-approval.ts';
import { focusFirstFault, useFaults } from '../../session/use-faults.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import { AccountFields } from './account-fields.tsx';
import { type AccountDraft, emptyAccount, keepDetail, toInput } from './account-kind.ts';
import classes from './beneficiaries.module.css';
import { accountDraft } from './kept-drafts.ts';
import { accountFaults } from './party-draft.ts';
import { accountsMutation } from './queries.ts';

export function AddAccountPage({ id }: { id: string }) {
  const found = useQuery(beneficiaryQuery(id));
  if (found.isError) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <div className={classes.drawerSkeleton} aria-busy="true" />;
  return <AddAccountForm payee={found.data} />;
}

function AddAccountForm({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const kept = accountDraft(payee.id);
  const [draft, setDraft] = useState<AccountDraft>(
    () => kept.read() ?? { ...emptyAccount, bankCountry: payee.country },
  );
  const change = useMutation(accountsMutation(payee.id));
  const tellSent = useTellSent();
  const { fields, message } = useFaults(change.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate([...payee.bankDetails.map(keepDetail), toInput(draft)], {
      onSuccess: (answer) => {
        kept.forget();
        if (isSentForApproval(answer)) return tellSent(answer);
        showSnackbar(t('accountSaved'));
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
        errors={accountFaults(fields, payee.bankDetails.length)}
        onChange={(part) => {
          const next = { ...draft, ...part };
          setDraft(next);
          kept.keep(next);
          if (change.isError) change.reset();
        }}
      />
      {message && <Notice tone="refusal">{message}</Notice>}
      <p className={classes.muted}>{t('codeHint')}</p>
      <Button type="submit" variant="accent" size="l" block busy={change.isPending}>
        {change.isPending ? t('saving') : t('save')}
      </Button>
    </form>
  );
}
