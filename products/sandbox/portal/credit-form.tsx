/** A credit from another bank: account, amount, payer and text. */
import { fiatCurrencies } from '@calmly/domain';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { SelectField, TextField } from '@calmly/ui/fields/field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card, Notice } from '@calmly/ui/surface.tsx';
import { IconArrowDownLeft } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './desk.module.css';
import { creditMutation } from './queries.ts';

/** A default payer, so that a tester only enters the payee and the amount. */
const payer = {
  debtorName: 'Hansa GmbH',
  debtorAccount: 'DE33200505501289447016',
  reference: 'Invoice 12',
};

export function CreditForm() {
  const t = useTranslations('sandboxDesk.credit');
  // Until the server has answered, repeated clicks are one credit; afterwards a click is a new one.
  const [id, setId] = useState(newIdempotencyKey);
  const form = useForm({
    start: { creditorAccount: '', amount: '250.00', currency: 'EUR', ...payer },
    read: (typed) => {
      const trimmed = Object.entries(typed).map(([name, text]) => [name, text.trim()]);
      const values = Object.fromEntries(trimmed) as typeof typed;
      return { body: { ...values, id, amount: values.amount.replace(',', '.') } };
    },
    mutation: creditMutation,
    onSent: ({ Verdict }, { amount, currency }) => {
      setId(newIdempotencyKey());
      if (Verdict === 'booked' || Verdict === 'known')
        showSnackbar(t(Verdict, { amount: amountText(amount, currency) }));
    },
  });

  return (
    <Card title={t('title')}>
      <form {...form.props} className={`${classes.stack} ${classes.inCard}`}>
        <Text tone="soft">{t('text')}</Text>
        <TextField
          {...form.text('creditorAccount')}
          label={t('account')}
          help={t('accountHelp')}
          autoComplete="off"
          spellCheck={false}
        />
        <Grid gap={16} className={classes.pair}>
          <TextField {...form.text('amount')} label={t('amount')} inputMode="decimal" autoComplete="off" />
          <SelectField {...form.text('currency')} label={t('currency')}>
            {fiatCurrencies.map(({ code }) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
        </Grid>
        <TextField {...form.text('debtorName')} label={t('debtorName')} autoComplete="off" />
        <TextField
          {...form.text('debtorAccount')}
          label={t('debtorAccount')}
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          {...form.text('reference')}
          label={t('reference')}
          help={t('referenceHelp')}
          autoComplete="off"
        />
        <FormMessage form={form} />
        {form.answer?.Verdict === 'suspended' && <Notice tone="warning">{t('suspended')}</Notice>}
        {form.answer?.Verdict === 'set_aside' && <Notice tone="warning">{t('set_aside')}</Notice>}
        <Button
          type="submit"
          variant="accent"
          size="l"
          block
          icon={<IconArrowDownLeft aria-hidden="true" />}
          busy={form.busy}
        >
          {t('send')}
        </Button>
      </form>
    </Card>
  );
}
