/** Money arrives from another bank: whom it is for, how much, who pays and what they write. */
import { fiatCurrencies } from '@calmly/domain';
import { IconArrowDownLeft } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { newIdempotencyKey } from '../../session/bank.ts';
import { focusFirstFault, useRefusal } from '../../shared/form/faults.ts';
import { amountText } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import classes from './desk.module.css';
import { creditMutation } from './queries.ts';

/** Somebody who pays, so that a tester has only to say whom and how much. */
const payer = { name: 'Hansa GmbH', account: 'DE33200505501289447016', reference: 'Invoice 12' };

export function CreditForm() {
  const t = useTranslations('sandboxDesk.credit');
  const form = useRef<HTMLFormElement>(null);
  // The same press twice is one payment; another press is another.
  const [id, setId] = useState(newIdempotencyKey);
  const sending = useMutation(creditMutation);
  const { fields, message } = useRefusal(sending.error);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.isPending) return;
    const data = new FormData(event.currentTarget);
    const text = (name: string) => String(data.get(name) ?? '').trim();
    const body = {
      id,
      creditorAccount: text('creditorAccount'),
      amount: text('amount').replace(',', '.'),
      currency: text('currency'),
      debtorName: text('debtorName'),
      debtorAccount: text('debtorAccount'),
      reference: text('reference'),
    };
    sending.mutate(body, {
      onSuccess: ({ Verdict }) => {
        setId(newIdempotencyKey());
        if (Verdict === 'booked' || Verdict === 'known')
          showSnackbar(t(Verdict, { amount: amountText(body.amount, body.currency) }));
      },
      onError: () => focusFirstFault(form.current),
    });
  };

  return (
    <Card title={t('title')}>
      <form ref={form} className={`${classes.stack} ${classes.inCard}`} onSubmit={submit} noValidate>
        <p className={classes.quiet}>{t('text')}</p>
        <TextField
          name="creditorAccount"
          label={t('account')}
          help={t('accountHelp')}
          error={fields.creditorAccount}
          autoComplete="off"
          spellCheck={false}
        />
        <div className={classes.pair}>
          <TextField
            name="amount"
            label={t('amount')}
            error={fields.amount}
            inputMode="decimal"
            defaultValue="250.00"
            autoComplete="off"
          />
          <SelectField name="currency" label={t('currency')} error={fields.currency}>
            {fiatCurrencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        </div>
        <TextField
          name="debtorName"
          label={t('debtorName')}
          error={fields.debtorName}
          defaultValue={payer.name}
          autoComplete="off"
        />
        <TextField
          name="debtorAccount"
          label={t('debtorAccount')}
          error={fields.debtorAccount}
          defaultValue={payer.account}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          name="reference"
          label={t('reference')}
          help={t('referenceHelp')}
          error={fields.reference}
          defaultValue={payer.reference}
          autoComplete="off"
        />
        {message && <Notice tone="refusal">{message}</Notice>}
        {sending.data?.Verdict === 'suspended' && <Notice tone="warning">{t('suspended')}</Notice>}
        {sending.data?.Verdict === 'set_aside' && <Notice tone="warning">{t('set_aside')}</Notice>}
        <Button
          type="submit"
          variant="accent"
          size="l"
          block
          icon={<IconArrowDownLeft aria-hidden="true" />}
          busy={sending.isPending}
        >
          {t('send')}
        </Button>
      </form>
    </Card>
  );
}
