/** The form of a new request, with what the payer will see beside it. */
import { type Account, documentTypes } from '@calmly/contract';
import { formatIban, isCurrency } from '@calmly/domain';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { AccountRow } from '../../session/account-row.tsx';
import { AmountField } from '../../session/amount-field.tsx';
import { localDay } from '../../session/days.ts';
import { focusFirstFault, useFaults } from '../../session/use-faults.ts';
import { useUploads } from '../../session/use-uploads.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Picker } from '../../ui/picker.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { UploadArea } from '../../ui/upload-area.tsx';
import { createMutation } from './queries.ts';
import {
  changed,
  checkDraft,
  keptRequest,
  type RequestDraft,
  type RequiredField,
  startDraft,
} from './request-draft.ts';
import { RequestSummary } from './request-summary.tsx';
import classes from './requests.module.css';

interface RequestFormProps {
  accounts: readonly Account[];
  /** For what is not typed yet, or named by a link. */
  start: Account;
  isNamed: boolean;
}

export function RequestForm({ accounts, start, isNamed }: RequestFormProps) {
  const t = useTranslations('requests.create');
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => startDraft(start.id, isNamed));
  const [tried, setTried] = useState(false);
  const creating = useMutation(createMutation);
  const account = accounts.find(({ id }) => id === draft.accountId) ?? start;
  const checked = checkDraft(draft, account);
  const { fields, message } = useFaults(creating.error);

  const change = (patch: (before: RequestDraft) => Partial<RequestDraft>) => {
    setDraft((before) => {
      const next = changed(before, patch(before));
      keptRequest.keep(next);
      return next;
    });
    if (creating.isError) creating.reset();
  };
  const uploads = useUploads(draft.documents, (update) =>
    change((before) => ({ documents: update(before.documents) })),
  );
  const errorOf = (field: RequiredField) => {
    const fault = tried && !checked.ok ? checked.faults[field] : undefined;
    return fault ? t(`faults.${field}.${fault}`) : fields[field];
  };
  const text = (field: 'payerName' | 'payerEmail' | 'details') => ({
    name: field,
    value: draft[field],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      change(() => ({ [field]: value }));
    },
    error: field === 'payerName' || field === 'details' ? errorOf(field) : fields[field],
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (creating.isPending || uploads.busy) return;
    if (!checked.ok || uploads.refusal) return focusFirstFault(form.current);
    creating.mutate(
      { body: checked.body, key: draft.key },
      {
        onSuccess: ({ id }) => {
          keptRequest.forget();
          showSnackbar(t('created'));
          void navigate({ to: '/payments', search: { tab: 'requests', request: id }, replace: true });
        },
        onError: () => focusFirstFault(form.current),
      },
    );
  };
  const button = (
    <Button
      type="submit"
      size="l"
      block
      variant={checked.ok && !uploads.refusal ? 'accent' : 'outline'}
      busy={creating.isPending || uploads.busy}
    >
      {t('submit')}
    </Button>
  );
  return (
    <form ref={form} className={classes.create} onSubmit={submit} noValidate>
      <div className={classes.fields}>
        {message && <Notice tone="refusal">{message}</Notice>}
        <Picker
          label={t('account')}
          name="creditorAccount"
          placeholder={t('account')}
          options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
          chosen={account.id}
          onChoose={(accountId) => change(() => ({ accountId }))}
          error={fields.creditorAccount}
        />
        {isCurrency(account.currency) && (
          <AmountField
            label={t('amount')}
            value={draft.amount}
            currency={account.currency}
            error={errorOf('amount')}
            onChange={(amount) => change(() => ({ amount }))}
            onLeave={() => undefined}
          />
        )}
        <TextField label={t('payer')} maxLength={70} autoComplete="off" {...text('payerName')} />
        <TextField
          label={t('details')}
          help={t('detailsHelp')}
          maxLength={140}
          autoComplete="off"
          {...text('details')}
        />
        <DateField
          label={t('due')}
          optional
          min={localDay(new Date())}
          help={t('dueHelp')}
          name="dueOn"
          value={draft.dueOn}
          error={fields.dueOn}
          onChange={(dueOn) => change(() => ({ dueOn }))}
        />
        <TextField
          label={t('email')}
          optional
          type="email"
          autoComplete="off"
          help={t('emailHelp')}
          {...text('payerEmail')}
        />
        <UploadArea
          label={t('upload')}
          hint={t('uploadHint')}
          error={uploads.refusal ?? fields.documentIds}
          accept={documentTypes}
          files={uploads.shown}
          onFiles={uploads.add}
          onRemove={uploads.remove}
          removeLabel={(name) => t('remove', { name })}
        />
      </div>
      <RequestSummary
        holder={account.holder}
        creditorAccount={formatIban(account.iban ?? account.number)}
        amount={checked.ok ? checked.body.amount : undefined}
        currency={account.currency}
        dueOn={draft.dueOn}
        action={button}
      />
      <div className={classes.bottomBar} data-bottom-bar="">
        {button}
      </div>
    </form>
  );
}
