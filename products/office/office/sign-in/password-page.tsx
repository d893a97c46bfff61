/** Changes the own password. The call asks for a newer code by itself. */
import { changeStaffPassword } from '@calmly/contract/staff';
import { missingTexts } from '@calmly/portal-kit/shared/form/faults.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { NewPasswordField } from '@calmly/portal-kit/shared/person/new-password-field.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { PasswordField } from '@calmly/ui/fields/password-field.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { type CallInput, call } from '../session/client.ts';
import { useSession } from '../session/state.ts';
import { ScreenTitle } from '../shared/title.tsx';
import classes from './password.module.css';

export function PasswordPage() {
  const t = useTranslations();
  const { email } = useSession().person;
  const form = useForm({
    start: { current: '', next: '' },
    read: (passwords) => {
      const faults = missingTexts(passwords, {
        current: t('office.signIn.passwordRequired'),
        next: t('office.invitation.passwordRequired'),
      });
      return faults ? { faults } : { body: passwords };
    },
    mutation: {
      mutationFn: (body: CallInput<typeof changeStaffPassword>['body'] & object) =>
        call(changeStaffPassword, { body }),
    },
    onSent: () => {
      form.startOver();
      showSnackbar(t('office.password.saved'));
    },
  });
  return (
    <div className={classes.page}>
      <ScreenTitle title={t('office.password.title')} />
      <Card>
        <Stack as="form" gap={24} {...form.props}>
          <Text tone="soft">{t('office.password.text')}</Text>
          {/* Tells password managers which account the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            {...form.text('current')}
            label={t('office.password.current')}
            autoComplete="current-password"
            capsLockHint={t('shell.signIn.capsLock')}
          />
          <NewPasswordField {...form.text('next')} label={t('office.password.next')} email={email} />
          <FormMessage form={form} />
          <div>
            <Button type="submit" variant="accent" size="l" busy={form.busy}>
              {t('office.password.save')}
            </Button>
          </div>
        </Stack>
      </Card>
    </div>
  );
}
