/** The dialog that opens an account: its currency and its name. */
import { accountNameLength } from '@calmly/contract';
import { fiatCurrencies } from '@calmly/domain';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { Picker } from '@calmly/ui/fields/picker.tsx';
import { FormDialog } from '@calmly/ui/layers/form-dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { IconWallet } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import classes from './accounts.module.css';
import { openMutation } from './queries.ts';

export function OpenAccountDialog({ onDone }: { onDone: () => void }) {
  const isCompany = useClient().role === 'LEGAL';
  const t = useTranslations('accounts');
  const navigate = useNavigate();
  const nameOf = useCurrencyName();
  const form = useForm({
    // Until the client enters a name, the account is named after its currency.
    start: () => ({ currency: '', name: undefined as string | undefined, key: newIdempotencyKey() }),
    live: true,
    read: ({ currency, name, key }) => {
      const called = (name ?? nameOf(currency)).trim();
      if (currency === '') return { faults: { currency: t('currencyRequired') } };
      return called === ''
        ? { faults: { name: t('nameRequired') } }
        : { body: { currency, name: called, key } };
    },
    mutation: openMutation,
    onSent: (account) => {
      showSnackbar(t('opened', { name: account.name }));
      onDone();
      void navigate({ to: '/requisites', search: { account: account.id } });
    },
  });
  const { currency, name } = form.values;

  return (
    <FormDialog
      icon={<IconWallet aria-hidden="true" />}
      title={t('openTitle')}
      text={t('openText')}
      confirm={t('open')}
      busy={form.busy}
      onSubmit={form.submit}
      onCancel={onDone}
    >
      <Picker
        label={t('currency')}
        name="currency"
        compact
        placeholder={t('chooseCurrency')}
        options={fiatCurrencies.map(({ code }) => ({
          key: code,
          content: (
            <Inline as="span" gap={12} align="center" shrink>
              <Flag currency={code} size={24} />
              <span>{nameOf(code)}</span>
              <span className={classes.code}>{code}</span>
            </Inline>
          ),
        }))}
        chosen={currency}
        onChoose={(code) => form.change({ currency: code })}
        error={form.faults.currency}
      />
      <TextField
        label={t('name')}
        name="name"
        value={name ?? nameOf(currency)}
        maxLength={accountNameLength}
        autoComplete="off"
        help={t(`nameHelp.${isCompany ? 'LEGAL' : 'NATURAL'}`)}
        error={form.faults.name}
        onChange={(event) => form.change({ name: event.target.value })}
      />
      <FormMessage form={form} />
    </FormDialog>
  );
}

/** A currency's name in the reader's language, capitalised; empty if none is chosen. */
function useCurrencyName(): (code: string) => string {
  const { locale } = useLocaleControl();
  const names = new Intl.DisplayNames([locale], { type: 'currency' });
  return (code) => {
    const name = code && (names.of(code) ?? code);
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  };
}
