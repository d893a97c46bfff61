/**
 * `/oauth/consent/{uid}`: an application asks to be let in. Says who it is, what it may do and for how long, in plain words;
 * the client chooses for which profile and which of its accounts, and allows it with a code, or refuses.
 */
import {
  ApiProblem,
  type ConnectableProfile,
  type ConnectionRequest,
  connectionDays,
  type Scope,
} from '@calmly/contract';
import { IconAddressBook, IconBan, IconEye, IconLinkOff, IconSend, IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { ProblemNotice } from '../../shared/problem-notice.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { FactsShape, ListShape } from '../../ui/shapes.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
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

/** No request has this address: it is over, or was never one. */
const isOver = (error: Error) =>
  error instanceof ApiProblem && (error.code === 'not_found' || error.code === 'invalid_request');

function NoRequest({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('connections');
  if (!isOver(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return <NothingToDo title={t('overTitle')} text={t('overText')} />;
}

/** Whoever manages nothing that could be connected. */
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
  /** The profile that is chosen at first. */
  first: ConnectableProfile;
}

function Consent({ uid, request, first }: ConsentProps) {
  const t = useTranslations('connections');
  const navigate = useNavigate();
  const [profile, setProfile] = useState(first);
  const accounts = useQuery(connectableAccountsQuery(uid, profile.id));
  const allowing = useMutation(allowMutation(uid));
  const refusing = useMutation(refuseMutation(uid));
  const [missing, setMissing] = useState(false);
  const { application, profiles, returnHost } = request;
  const { name } = application;

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).getAll('account').map(String);
    setMissing(chosen.length === 0);
    if (chosen.length === 0)
      return event.currentTarget.querySelector<HTMLInputElement>('[name=account]')?.focus();
    allowing.mutate(
      { profileId: profile.id, accountIds: chosen },
      {
        onSuccess: ({ returnTo }) => {
          keepWayBack({ name, host: returnHost, href: returnTo });
          void navigate({ to: '/oauth/tell-connect', replace: true });
        },
      },
    );
  };
  return (
    <form className={classes.consent} noValidate onSubmit={submit}>
      <header className={classes.who}>
        <span className={classes.letter} aria-hidden="true">
          {application.letter}
        </span>
        <h1>{t('consentTitle', { name })}</h1>
        <p>{t('runBy', { operator: application.operator })}</p>
        <p>{t('returnsTo', { host: returnHost })}</p>
      </header>
      <ProfileChoice
        profiles={profiles}
        chosen={profile}
        onChoose={(next) => {
          setProfile(next);
          setMissing(false);
          allowing.reset();
        }}
      />
      <section className={classes.part}>
        <h2 id="accounts">{t('accounts')}</h2>
        {accounts.isError && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
        {accounts.data?.length === 0 && <p className={classes.note}>{t('noAccounts')}</p>}
        {accounts.isPending && <ListShape label={t('accounts')} />}
        <AccountChoice
          key={profile.id}
          accounts={accounts.data ?? []}
          labelledBy="accounts"
          onChange={() => setMissing(false)}
        />
        {missing && (
          <p className={classes.missing} role="alert">
            {t('accountRequired')}
          </p>
        )}
      </section>
      <Permissions request={request} />
      <ProblemNotice error={refusing.error ?? allowing.error} />
      <div className={classes.answers}>
        <Button
          size="l"
          busy={refusing.isPending}
          onClick={() =>
            refusing.mutate(undefined, { onSuccess: ({ returnTo }) => location.assign(returnTo) })
          }
        >
          {t('refuse')}
        </Button>
        <Button
          type="submit"
          size="l"
          variant="accent"
          busy={allowing.isPending}
          disabled={!accounts.data?.length}
        >
          {t('allow')}
        </Button>
      </div>
    </form>
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
    <section className={classes.part}>
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
      <p className={classes.note}>{t('until', { date: format.dateTime(end, { dateStyle: 'long' }) })}</p>
    </section>
  );
}
