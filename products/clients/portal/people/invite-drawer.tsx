/** Invites a person to the company: address, rights, end date. A code confirms it; a policy may require approval. */
import { isSentForApproval, type Rights, rightNames } from '@calmly/contract';
import { newIdempotencyKey } from '@calmly/portal-kit/session/bank.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { emailPattern } from '@calmly/portal-kit/shared/person/email-pattern.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useId } from 'react';
import { endOf, GrantFields } from './grant-fields.tsx';
import classes from './people.module.css';
import { inviteMutation } from './queries.ts';

const noRights = Object.fromEntries(rightNames.map((name) => [name, false])) as Rights;

export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations('people');
  const formId = useId();
  const tellSent = useTellSent();
  useDrawerKeys(undefined, 'invite', onClose);
  const form = useForm({
    start: () => ({ email: '', grant: { rights: noRights, lastDay: '' }, key: newIdempotencyKey() }),
    read: ({ email, grant, key }) => {
      const address = email.trim();
      if (!emailPattern.test(address)) return { faults: { email: t('emailInvalid') } };
      return { body: { body: { email: address, rights: grant.rights, validUntil: endOf(grant) }, key } };
    },
    mutation: inviteMutation,
    onSent: (answer, { body }) => {
      onClose();
      if (isSentForApproval(answer)) tellSent(answer);
      else showSnackbar(t('invited', { email: body.email }));
    },
  });
  return (
    <SideDrawer
      title={t('inviteTitle')}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button form={formId} type="submit" variant="accent" size="l" busy={form.busy}>
            {t('send')}
          </Button>
        </>
      }
    >
      <Stack as="form" {...form.props} id={formId} gap={24} className={classes.form}>
        <Text tone="soft">{t('inviteText')}</Text>
        <TextField
          {...form.text('email')}
          label={t('email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
        />
        <GrantFields
          grant={form.values.grant}
          phoneConfirmed
          endError={form.faults.validUntil}
          onChange={(grant) => form.change({ grant })}
        />
        <FormMessage form={form} />
      </Stack>
    </SideDrawer>
  );
}
