/** Opens an account: a button as the place wants it, and the dialog that asks for currency and name. */
import { accountNameLength, openAccount } from '@calmly/contract';
import { type CurrencyCode, fiatCurrencies } from '@calmly/domain';
import { IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { newIdempotencyKey } from '../../session/bank.ts';
import { useRight } from '../../session/rights.ts';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { TextField } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Picker } from '../../ui/picker.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import classes from './accounts.module.css';
import { openMutation } from './queries.ts';

interface OpenAccountProps {
  /** Draws the opener; nothing is drawn for whoever may not open accounts. */
  children: (open: () => void) => ReactNode;
}

export function OpenAccount({ children }: OpenAccountProps) {
  const { held } = useRight(openAccount);
  const [open, setOpen] = useState(false);
  if (!held) return null;
  return (
    <>
      {children(() => setOpen(true))}
      {open && <OpenAccountDialog onDone={() => setOpen(false)} />}
    </>
  );
}

function OpenAccountDialog({ onDone }: { onDone: () => void }) {
  const t = useTranslations('accounts');
  const navigate = useNavigate();
  const nameOf = useCurrencyName();
  const [key] = useState(newIdempotencyKey);
  const opening = useMutation(openMutation(key));
  const [currency, setCurrency] = useState<CurrencyCode>();
  const [name, setName] = useState<string>();
  const [pressed, setPressed] = useState(false);
  // Until something else is typed the account is called by its currency.
  const called = name ?? (currency ? nameOf(currency) : '');

  const submit = () => {
    setPressed(true);
    if (!currency || called.trim() === '') return;
    opening.mutate(
      { currency, name: called.trim() },
      {
        onSuccess: (account) => {
          showSnackbar(t('opened', { name: account.name }));
          onDone();
          void navigate({ to: '/requisites', search: { account: account.id } });
        },
      },
    );
  };
  return (
    <FormDialog
      icon={<IconWallet aria-hidden="true" />}
      title={t('openTitle')}
      text={t('openText')}
      confirm={t('open')}
      busy={opening.isPending}
      onSubmit={submit}
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
            <span className={classes.currency}>
              <Flag currency={code} size={24} />
              <span>{nameOf(code)}</span>
              <span className={classes.code}>{code}</span>
            </span>
          ),
        }))}
        chosen={currency}
        onChoose={(code) => setCurrency(code as CurrencyCode)}
        error={pressed && !currency ? t('currencyRequired') : undefined}
      />
      <TextField
        label={t('name')}
        name="name"
        value={called}
        maxLength={accountNameLength}
        autoComplete="off"
        help={t('nameHelp')}
        error={pressed && currency && called.trim() === '' ? t('nameRequired') : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <ProblemNotice error={opening.error} />
    </FormDialog>
  );
}

/** What a currency is called in the reader's language, with a capital letter. */
function useCurrencyName(): (code: CurrencyCode) => string {
  const { locale } = useLocaleControl();
  const names = new Intl.DisplayNames([locale], { type: 'currency' });
  return (code) => {
    const name = names.of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  };
}
