/** Inviting somebody: the address, what they may do, until when. A code confirms it; where the policy says so, it waits for approval. */
import { isSentForApproval, type Rights, rightNames } from '@calmly/contract';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { useFaults } from '../../shared/form/use-faults.ts';
import { useTellSent } from '../../shared/sent-for-approval.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { Notice } from '../../ui/surface.tsx';
import { useDrawerKeys } from '../../ui/use-drawer-keys.ts';
import { endOf, GrantFields } from './grant-fields.tsx';
import classes from './people.module.css';
import { inviteMutation } from './queries.ts';

const noRights = Object.fromEntries(rightNames.map((name) => [name, false])) as Rights;
const emailPattern = /^[^\s@:]+@[^\s@]+\.[^\s@]{2,}$/;

export function InviteDrawer({ onClose }: { onClose: () => void }) {
  const t = useTranslations('people');
  const form = useId();
  const tellSent = useTellSent();
  const [email, setEmail] = useState('');
  const [isFaulty, setFaulty] = useState(false);
  const [grant, setGrant] = useState({ rights: noRights, lastDay: '' });
  const [key, setKey] = useState(() => crypto.randomUUID());
  const inviting = useMutation(inviteMutation);
  const { fields, message } = useFaults(inviting.error);
  useDrawerKeys(undefined, 'invite', onClose);

  /** Another wish is another request. */
  const changed = () => {
    setKey(crypto.randomUUID());
    setFaulty(false);
    if (inviting.isError) inviting.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (inviting.isPending) return;
    const address = email.trim();
    if (!emailPattern.test(address)) return setFaulty(true);
    inviting.mutate(
      { body: { email: address, rights: grant.rights, validUntil: endOf(grant) }, key },
      {
        onSuccess: (answer) => {
          onClose();
          if (isSentForApproval(answer)) tellSent(answer);
          else showSnackbar(t('invited', { email: address }));
        },
      },
    );
  };
  return (
    <SideDrawer
      title={t('inviteTitle')}
      onClose={onClose}
      footer={
        <>
          <Button size="l" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button form={form} type="submit" variant="accent" size="l" busy={inviting.isPending}>
            {t('send')}
          </Button>
        </>
      }
    >
      <form id={form} className={classes.form} onSubmit={submit} noValidate>
        <p className={classes.lead}>{t('inviteText')}</p>
        <TextField
          label={t('email')}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={email}
          error={isFaulty ? t('emailInvalid') : fields.email}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            changed();
          }}
        />
        <GrantFields
          grant={grant}
          phoneConfirmed
          endError={fields.validUntil}
          onChange={(next) => {
            setGrant(next);
            changed();
          }}
        />
        {message && <Notice tone="refusal">{message}</Notice>}
      </form>
    </SideDrawer>
  );
}
