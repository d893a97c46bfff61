/** Opens an account: a button as the place wants it, and the dialog that asks for currency and name. */
import { accountNameLength, openAccount } from '@calmly/contract';
import { type CurrencyCode, currencies } from '@calmly/domain';
import { IconWallet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { newIdempotencyKey } from '../../session/bank.ts';
import { useProblemText } from '../../session/problem-text.ts';
import { useRight } from '../../session/rights.ts';
import { Button } from '../../ui/button.tsx';
import dialog from '../../ui/dialog.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Flag } from '../../ui/flag.tsx';
import { Picker } from '../../ui/picker.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
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

const offered = Object.values(currencies).filter(({ kind }) => kind === 'fiat');

function OpenAccountDialog({ onDone }: { onDone: () => void }) {
  const t = useTranslations();
  const id = useId();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const nameOf = useCurrencyName();
  const [key] = useState(newIdempotencyKey);
  const opening = useMutation(openMutation(key));
  const [currency, setCurrency] = useState<CurrencyCode>();
  const [name, setName] = useState<string>();
  const [pressed, setPressed] = useState(false);
  // Until something else is typed the account is called by its currency.
  const called = name ?? (currency ? nameOf(currency) : '');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!currency || called.trim() === '' || opening.isPending) return;
    opening.mutate(
      { currency, name: called.trim() },
      {
        onSuccess: (account) => {
          showSnackbar(t('accounts.opened', { name: account.name }));
          onDone();
          void navigate({ to: '/requisites', search: { account: account.id } });
        },
      },
    );
  };
  return (
    <Dialog labelledBy={id} onCancel={onDone}>
      <form onSubmit={submit} noValidate className={classes.form}>
        <div>
          <div className={dialog.icon}>
            <IconWallet aria-hidden="true" />
          </div>
          <h2 id={id} className={dialog.title}>
            {t('accounts.openTitle')}
          </h2>
          <p className={dialog.text}>{t('accounts.openText')}</p>
        </div>
        <Picker
          label={t('accounts.currency')}
          name="currency"
          compact
          placeholder={t('accounts.chooseCurrency')}
          options={offered.map(({ code }) => ({
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
          error={pressed && !currency ? t('accounts.currencyRequired') : undefined}
        />
        <TextField
          label={t('accounts.name')}
          name="name"
          value={called}
          maxLength={accountNameLength}
          autoComplete="off"
          help={t('accounts.nameHelp')}
          error={pressed && currency && called.trim() === '' ? t('accounts.nameRequired') : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        {opening.error && <Notice tone="refusal">{problemText(opening.error)}</Notice>}
        <div className={dialog.actions}>
          <Button size="l" onClick={onDone}>
            {t('ui.cancel')}
          </Button>
          <Button size="l" type="submit" variant="accent" busy={opening.isPending}>
            {t('accounts.open')}
          </Button>
        </div>
      </form>
    </Dialog>
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
