/** An invitation: whose it is, the secret for the authenticator app, a new password and the first code. Its token never reaches a log. */
import { ApiProblem } from '@calmly/contract';
import { type Invitation, openInvitation } from '@calmly/contract/staff';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { NewPasswordField } from '@calmly/portal-kit/shared/person/new-password-field.tsx';
import { judgePassword, leastPasswordLength } from '@calmly/portal-kit/shared/person/password-rules.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { QrCode } from '@calmly/ui/facts/qr-code.tsx';
import { Fact, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { OtpBoxes, otpLength } from '@calmly/ui/fields/codes/otp-boxes.tsx';
import { Grid, Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../session/client.ts';
import { accept } from '../session/session.ts';
import { Failed } from '../shared/failed.tsx';
import { useMomentText } from '../shared/moment.ts';
import { useRolesText } from '../shared/roles.ts';
import { DocumentTitle } from '../shared/title.tsx';
import classes from './sign-in.module.css';

export function InvitationPage({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useTranslations('office.invitation');
  // Kept for this page only: the address bar and the history lose it.
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);
  const opened = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => call(openInvitation, { body: { token } }),
    enabled: /^[\w-]{20,100}$/.test(token),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const isOver = opened.error instanceof ApiProblem && opened.error.status === 409;
  return (
    <>
      <DocumentTitle title={t('title')} />
      {opened.data ? (
        <InvitationForm invitation={opened.data} token={token} onSignedIn={onSignedIn} />
      ) : opened.error && !isOver ? (
        <Failed error={opened.error} title={t('failed')} onRetry={() => void opened.refetch()} />
      ) : opened.isEnabled && !isOver ? (
        <SheetShape />
      ) : (
        <EmptyState
          level={1}
          icon={<IconMailOff aria-hidden="true" />}
          title={isOver ? t('over') : t('missing')}
          text={isOver ? opened.error?.message : t('missingText')}
          action={
            <ButtonLink to="/sign-in" variant="solid">
              {t('toSignIn')}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

interface InvitationFormProps {
  invitation: Invitation;
  token: string;
  onSignedIn: () => void;
}

function InvitationForm({ invitation, token, onSignedIn }: InvitationFormProps) {
  const t = useTranslations();
  const moment = useMomentText();
  const rolesText = useRolesText();
  const { name, email, roles, until, secret, uri, shownCode } = invitation;
  const [notDigits, setNotDigits] = useState(false);
  const form = useForm({
    start: { password: '', code: shownCode ?? '' },
    read: ({ password, code }) => {
      const { longEnough, notTheName } = judgePassword(password, email);
      const ofPassword = !password
        ? t('office.invitation.passwordRequired')
        : !longEnough
          ? t('office.invitation.passwordShort', { count: String(leastPasswordLength) })
          : notTheName
            ? undefined
            : t('office.invitation.passwordName');
      const ofCode = code.length < otpLength ? t('otp.required') : undefined;
      return ofPassword || ofCode
        ? { faults: { password: ofPassword, code: ofCode } }
        : { body: { token, password, code } };
    },
    mutation: { mutationFn: accept },
    onSent: onSignedIn,
  });
  const { ref } = form.props;
  // The boxes of the code take the focus, but the password comes first.
  useEffect(() => ref.current?.querySelector<HTMLInputElement>('[name=password]')?.focus(), [ref]);
  const codeProblem = notDigits ? t('otp.digitsOnly') : form.faults.code;
  return (
    <Stack as="form" gap={24} {...form.props}>
      <div>
        <h1>{t('office.invitation.title')}</h1>
        <Text tone="soft" above={4}>
          {t('office.invitation.lead', { name })}
        </Text>
      </div>
      <dl>
        <Fact name={t('office.invitation.email')}>{email}</Fact>
        <Fact name={t('office.invitation.roles')}>{rolesText(roles)}</Fact>
        <Fact name={t('office.invitation.until')}>{moment(until)}</Fact>
      </dl>
      <Stack gap={12} as="section">
        <h2>{t('office.invitation.app')}</h2>
        <Grid gap={24} align="center" className={classes.scan}>
          <QrCode text={uri} label={t('office.invitation.qr')} className={classes.qr} />
          <div>
            <p>{t('office.invitation.appText')}</p>
            <Text size={13} tone="soft" above={12}>
              {t('office.invitation.secret')}
            </Text>
            <Inline gap={4} align="center" className={classes.secret}>
              <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
              <CopyButton value={secret} what={t('office.invitation.secretName')} />
            </Inline>
          </div>
        </Grid>
      </Stack>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NewPasswordField {...form.text('password')} label={t('office.invitation.password')} email={email} />
      <div>
        <Text weight="label">{t('office.invitation.code')}</Text>
        {shownCode && (
          <Text size={13} tone="soft">
            {t('office.signIn.shownCode')}
          </Text>
        )}
        <OtpBoxes
          value={form.values.code}
          invalid={Boolean(codeProblem)}
          onChange={(code) => {
            form.change({ code });
            setNotDigits(false);
          }}
          onRejected={() => setNotDigits(true)}
        />
        {codeProblem && (
          <div className={classes.problem}>
            <Notice tone="refusal">{codeProblem}</Notice>
          </div>
        )}
      </div>
      <FormMessage form={form} />
      <Button type="submit" variant="accent" size="l" block busy={form.busy}>
        {t('office.invitation.submit')}
      </Button>
    </Stack>
  );
}
