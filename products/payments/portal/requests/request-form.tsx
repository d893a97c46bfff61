/** The form of a new request, with the payer's view beside it. */
import { type Account, documentTypes } from '@calmly/contract';
import { formatIban, isCurrency } from '@calmly/domain';
import { AccountRow } from '@calmly/portal-kit/shared/account-row.tsx';
import { AmountField } from '@calmly/portal-kit/shared/amount/amount-field.tsx';
import { localDay } from '@calmly/portal-kit/shared/days/days.ts';
import { heldByFiles, useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { MoneyFields } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { besideSummary, formFields } from '@calmly/ui/beside-summary.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { DateField } from '@calmly/ui/dates/date-field.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { useBottomBar } from '@calmly/ui/layers/bottom-bar.ts';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { createMutation, payerNamesQuery } from './queries.ts';
import { checkDraft, emptyDraft, keepAccount, keptRequest, type RequestDraft } from './request-draft.ts';
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
  const again = useTranslations('payments.create');
  const bar = useBottomBar();
  const navigate = useNavigate();
  const changeSearch = useSearchChange();
  const accountOf = ({ accountId }: RequestDraft) => accounts.find(({ id }) => id === accountId) ?? start;
  const form = useMoneyForm({
    intent: 'requests.create',
    start: () => emptyDraft(start.id),
    kept: {
      ...keptRequest,
      read: () => {
        if (isNamed) keepAccount(start.id);
        return keptRequest.read();
      },
    },
    live: true,
    read: (values) => {
      const checked = checkDraft(values, accountOf(values));
      if (checked.ok) return { body: checked.body };
      const { payerName, amount, details } = checked.faults;
      return {
        faults: {
          payerName: payerName && t(`faults.payerName.${payerName}`),
          amount: amount && t(`faults.amount.${amount}`),
          details: details && t(`faults.details.${details}`),
        },
      };
    },
    mutation: createMutation,
    onSent: ({ id }) => {
      showSnackbar(t('created'));
      void navigate({ to: '/payments', search: { tab: 'requests', request: id }, replace: true });
    },
  });
  const { values: draft, faults, change, text } = form;
  const account = accountOf(draft);
  const checked = checkDraft(draft, account);
  const payers = useQuery(payerNamesQuery(useDeferredValue(draft.payerName.trim())));
  const uploads = useUploads(draft.documents, (update) =>
    change(({ documents }) => ({ documents: update(documents) })),
  );
  const button = (
    <Button
      type="submit"
      size="l"
      block
      variant="accent"
      unready={!form.locked && (!checked.ok || uploads.refusal !== undefined)}
      busy={form.busy || uploads.busy}
    >
      {form.locked ? again('checkAgain') : t('submit')}
    </Button>
  );
  return (
    <form {...heldByFiles(uploads, form.props)} className={besideSummary}>
      <div className={formFields}>
        <MoneyFields form={form} message="above">
          <Picker
            label={t('account')}
            name="creditorAccount"
            placeholder={t('account')}
            options={accounts.map((each) => ({ key: each.id, content: <AccountRow account={each} /> }))}
            chosen={account.id}
            onChoose={(accountId) => {
              change({ accountId });
              // Otherwise a reload would bring back the account that the link named, as another request.
              if (isNamed) changeSearch((now) => ({ ...now, account: accountId }));
            }}
            error={faults.creditorAccount}
          />
          {isCurrency(account.currency) && (
            <AmountField
              label={t('amount')}
              value={draft.amount}
              currency={account.currency}
              error={faults.amount}
              onChange={(amount) => change({ amount })}
              onLeave={() => undefined}
            />
          )}
          <TextField
            label={t('payer')}
            maxLength={70}
            autoComplete="off"
            list="request-payers"
            {...text('payerName')}
          />
          <datalist id="request-payers">
            {[...new Set(payers.data)].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
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
            error={faults.dueOn}
            onChange={(dueOn) => change({ dueOn })}
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
            error={uploads.refusal ?? faults.documentIds}
            accept={documentTypes}
            files={uploads.shown}
            onFiles={uploads.add}
            onRemove={uploads.remove}
            removeLabel={(name) => t('remove', { name })}
          />
        </MoneyFields>
      </div>
      <RequestSummary
        holder={account.holder}
        creditorAccount={formatIban(account.iban ?? account.number)}
        amount={checked.ok ? checked.body.amount : undefined}
        currency={account.currency}
        dueOn={draft.dueOn}
        action={button}
      />
      <div className={classes.bottomBar} {...bar}>
        {button}
      </div>
    </form>
  );
}
