/** Changing the password: the old one, the new one, and the popup's code. */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { NewPasswordField } from '@calmly/portal-kit/shared/person/new-password-field.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { PasswordField } from '@calmly/ui/fields/password-field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useState } from 'react';
import { changePasswordMutation } from './queries.ts';
import classes from './security.module.css';

export function PasswordCard() {
  const t = useTranslations('security');
  const [open, setOpen] = useState(false);
  if (open) return <PasswordForm onClose={() => setOpen(false)} />;
  return (
    <Card title={t('password')} aside={<Button onClick={() => setOpen(true)}>{t('changePassword')}</Button>}>
      <Text tone="soft" above={8} className={classes.about}>
        {t('passwordText')}
      </Text>
    </Card>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const { email } = useClient();
  const form = useForm({
    start: { oldPassword: '', newPassword: '' },
    read: (passwords) => {
      const faults = missingTexts(passwords, {
        oldPassword: t('security.oldRequired'),
        newPassword: t('security.newRequired'),
      });
      return faults ? { faults } : { body: passwords };
    },
    mutation: changePasswordMutation,
    onSent: () => {
      showSnackbar(t('security.passwordChanged'));
      onClose();
    },
  });
  return (
    <Card title={t('security.password')}>
      <form {...form.props} className={`${classes.form} ${classes.passwordForm}`}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField
          {...form.text('oldPassword')}
          label={t('security.oldPassword')}
          autoComplete="current-password"
          capsLockHint={t('shell.signIn.capsLock')}
        />
        <NewPasswordField {...form.text('newPassword')} label={t('security.newPassword')} email={email} />
        <FormMessage form={form} />
        <Inline wrap gap={12}>
          <Button type="submit" variant="accent" size="l" busy={form.busy}>
            {t('security.savePassword')}
          </Button>
          <Button size="l" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
        </Inline>
      </form>
    </Card>
  );
}
