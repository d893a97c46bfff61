/**
 * `/oauth/consent/{uid}`: an application asks for access. Shows its name, the access and its duration, in plain words; the client
 * chooses a profile and accounts, and allows it with a code, or refuses.
 */
import {
  ApiProblem,
  type ConnectableProfile,
  type ConnectionRequest,
  connectionDays,
  type Scope,
} from '@calmly/contract';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { FactsShape, ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconAddressBook, IconBan, IconEye, IconLinkOff, IconSend, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountChoice } from './account-choice.tsx';
import classes from './connections.module.css';
import { ProfileChoice } from './profile-choice.tsx';
import { allowMutation, connectableAccountsQuery, refuseMutation, requestQuery } from './queries.ts';
import { keepWayBack } from './way-back.ts';

export function ConsentPage({ uid }: { uid: string }) {
  const t = useTranslations('connections');
  const request = useQuery(requestQuery(uid));
  return (
    <>
      <DocumentTitle title={t('consentDocument')} />
      {request.isPending && <FactsShape facts={4} />}
      {request.isError && <NoRequest error={request.error} onRetry={() => void request.refetch()} />}
      {request.data?.profiles.length === 0 && <NoProfile />}
      {request.data?.profiles[0] && (
        <Consent uid={uid} request={request.data} first={request.data.profiles[0]} />
      )}
    </>
  );
}

/** There is no such request, or it has ended. */
const isOver = (error: Error) =>
  error instanceof ApiProblem && (error.code === 'not_found' || error.code === 'invalid_request');

function NoRequest({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('connections');
  if (!isOver(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return <NothingToDo title={t('overTitle')} text={t('overText')} />;
}

/** For a person without a profile that could be connected. */
function NoProfile() {
  const t = useTranslations('connections');
  return <NothingToDo title={t('noProfileTitle')} text={t('noProfileText')} />;
}

function NothingToDo({ title, text }: { title: string; text: string }) {
  const t = useTranslations('connections');
  return (
    <EmptyState
      level={1}
      icon={<IconLinkOff aria-hidden="true" />}
      title={title}
      text={text}
      action={
        <ButtonLink to="/dashboard" variant="outline">
          {t('toPortal')}
        </ButtonLink>
      }
    />
  );
}

interface ConsentProps {
  uid: string;
  request: ConnectionRequest;
  /** The initially selected profile. */
  first: ConnectableProfile;
}

function Consent({ uid, request, first }: ConsentProps) {
  const t = useTranslations('connections');
  const navigate = useNavigate();
  const { application, profiles, returnHost } = request;
  const { name } = application;
  const [profile, setProfile] = useState(first);
  const accounts = useQuery(connectableAccountsQuery(uid, profile.id));
  const offered = accounts.data ?? [];
  const refusing = useMutation(refuseMutation(uid));
  const form = useForm({
    start: { left: [] as readonly string[] },
    read: ({ left }) => {
      const accountIds = offered.map(({ id }) => id).filter((id) => !left.includes(id));
      return accountIds.length === 0
        ? { faults: { left: t('accountRequired') } }
        : { body: { profileId: profile.id, accountIds } };
    },
    mutation: allowMutation(uid),
    onSent: ({ returnTo }) => {
      keepWayBack({ name, host: returnHost, href: returnTo });
      void navigate({ to: '/oauth/tell-connect', replace: true });
    },
  });
  const { left } = form.values;

  return (
    <Stack as="form" {...form.props} gap={24}>
      <Grid as="header" gap={4} items="center" className={classes.who}>
        <span className={classes.letter} aria-hidden="true">
          {application.letter}
        </span>
        <h1>{t('consentTitle', { name })}</h1>
        <p>{t('runBy', { operator: application.operator })}</p>
        <p>{t('returnsTo', { host: returnHost })}</p>
      </Grid>
      <ProfileChoice
        profiles={profiles}
        chosen={profile}
        onChoose={(next) => {
          setProfile(next);
          form.change({ left: [] });
        }}
      />
      <Grid as="section" gap={12} className={classes.part}>
        <h2 id="accounts">{t('accounts')}</h2>
        {accounts.isError && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
        {accounts.data?.length === 0 && (
          <Text size={13} tone="soft" block>
            {t('noAccounts')}
          </Text>
        )}
        {accounts.isPending && <ListShape label={t('accounts')} />}
        <AccountChoice
          accounts={offered}
          labelledBy="accounts"
          left={left}
          invalid={form.faults.left !== undefined}
          onChange={(next) => form.change({ left: next })}
        />
        {form.faults.left && (
          <Text size={13} tone="red" role="alert">
            {form.faults.left}
          </Text>
        )}
      </Grid>
      <Permissions request={request} />
      <ProblemNotice error={refusing.error ?? form.error} />
      <Grid gap={12} className={classes.answers}>
        <Button
          size="l"
          busy={refusing.isPending}
          onClick={() =>
            refusing.mutate(undefined, { onSuccess: ({ returnTo }) => location.assign(returnTo) })
          }
        >
          {t('refuse')}
        </Button>
        <Button type="submit" size="l" variant="accent" busy={form.busy} disabled={offered.length === 0}>
          {t('allow')}
        </Button>
      </Grid>
    </Stack>
  );
}

const dayMs = 86_400_000;

const icons = {
  'accounts:read': IconEye,
  'payees:read': IconAddressBook,
  'payments:request': IconSend,
  'payments:new-payee': IconUserPlus,
} as const satisfies Record<Scope, unknown>;

function Permissions({ request: { scopes } }: { request: ConnectionRequest }) {
  const t = useTranslations('connections');
  const format = useFormatter();
  const [openedAt] = useState(Date.now);
  const end = new Date(openedAt + connectionDays * dayMs);
  return (
    <Grid as="section" gap={12} className={classes.part}>
      <h2>{t('mayTitle')}</h2>
      <ul className={classes.permissions}>
        {scopes.map((scope) => {
          const Icon = icons[scope];
          return (
            <li key={scope}>
              <Icon aria-hidden="true" />
              {t(`rights.${scope}`)}
            </li>
          );
        })}
        <li data-not="">
          <IconBan aria-hidden="true" />
          {t('mayNot')}
        </li>
      </ul>
      <Text size={13} tone="soft" block>
        {t('until', { date: format.dateTime(end, { dateStyle: 'long' }) })}
      </Text>
    </Grid>
  );
}
