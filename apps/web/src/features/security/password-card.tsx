/** Changing the password: the old one, the new one, and the popup's code. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useClient } from '../../session/state.ts';
import { focusFirstFault, useFaults } from '../../shared/form/use-faults.ts';
import { PasswordChecks } from '../../shared/person/password-checks.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { changePasswordMutation } from './queries.ts';
import classes from './security.module.css';

export function PasswordCard() {
  const t = useTranslations('security');
  const [open, setOpen] = useState(false);
  if (open) return <PasswordForm onClose={() => setOpen(false)} />;
  return (
    <Card title={t('password')} aside={<Button onClick={() => setOpen(true)}>{t('changePassword')}</Button>}>
      <p className={classes.about}>{t('passwordText')}</p>
    </Card>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const { email } = useClient();
  const form = useRef<HTMLFormElement>(null);
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [missing, setMissing] = useState<{ oldPassword?: string; newPassword?: string }>({});
  const change = useMutation(changePasswordMutation);
  const { fields, message } = useFaults(change.error);
  const errors: Readonly<Record<string, string | undefined>> = { ...fields, ...missing };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    const found = {
      ...(oldPassword === '' && { oldPassword: t('security.oldRequired') }),
      ...(newPassword === '' && { newPassword: t('security.newRequired') }),
    };
    setMissing(found);
    if (Object.keys(found).length > 0) return focusFirstFault(form.current);
    change.mutate(
      { oldPassword, newPassword },
      {
        onSuccess: () => {
          showSnackbar(t('security.passwordChanged'));
          onClose();
        },
        onError: () => focusFirstFault(form.current),
      },
    );
  };
  const typed = (set: (text: string) => void) => (event: { currentTarget: HTMLInputElement }) => {
    set(event.currentTarget.value);
    setMissing({});
    if (change.isError) change.reset();
  };
  return (
    <Card title={t('security.password')}>
      <form ref={form} noValidate onSubmit={submit} className={`${classes.form} ${classes.passwordForm}`}>
        {/* Password managers want to know whose password it is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          label={t('security.oldPassword')}
          autoComplete="current-password"
          capsLockHint={t('shell.signIn.capsLock')}
          value={oldPassword}
          error={errors.oldPassword}
          onChange={typed(setOldPassword)}
        />
        <div className={classes.newPassword}>
          <PasswordField
            label={t('security.newPassword')}
            autoComplete="new-password"
            capsLockHint={t('shell.signIn.capsLock')}
            value={newPassword}
            error={errors.newPassword}
            onChange={typed(setNewPassword)}
          />
          <PasswordChecks password={newPassword} email={email} />
        </div>
        {message && <Notice tone="refusal">{message}</Notice>}
        <div className={classes.buttons}>
          <Button type="submit" variant="accent" size="l" busy={change.isPending}>
            {t('security.savePassword')}
          </Button>
          <Button size="l" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
