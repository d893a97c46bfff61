/**
 * `/oauth/consent/{uid}`: an application asks to be let in. Says who it is, what it may do and for how long, in plain words;
 * the client chooses the accounts and allows it with a code, or refuses.
 */
import { ApiProblem, type ConnectionRequest, connectionDays } from '@calmly/contract';
import { IconBan, IconEye, IconLinkOff, IconSend } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { accountsQuery } from '../../session/resources.ts';
import { useClient } from '../../session/state.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import { AccountChoice } from './account-choice.tsx';
import classes from './connections.module.css';
import { allowMutation, refuseMutation, requestQuery } from './queries.ts';
import { keepWayBack } from './way-back.ts';

export function ConsentPage({ uid }: { uid: string }) {
  const t = useTranslations('connections');
  const request = useQuery(requestQuery(uid));
  return (
    <>
      <DocumentTitle title={t('consentDocument')} />
      {request.isPending && <div className={classes.shape} role="status" aria-label={t('consentDocument')} />}
      {request.isError && <NoRequest error={request.error} onRetry={() => void request.refetch()} />}
      {request.data && <Consent uid={uid} request={request.data} />}
    </>
  );
}

function NoRequest({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useTranslations('connections');
  const problemText = useProblemText();
  const code = error instanceof ApiProblem ? error.code : undefined;
  if (code !== 'not_found' && code !== 'boss_needed') return <ErrorState error={error} onRetry={onRetry} />;
  const toPortal = (
    <ButtonLink to="/dashboard" variant="outline">
      {t('toPortal')}
    </ButtonLink>
  );
  return (
    <EmptyState
      level={1}
      icon={<IconLinkOff aria-hidden="true" />}
      title={t(code === 'not_found' ? 'overTitle' : 'bossTitle')}
      text={code === 'not_found' ? t('overText') : problemText(error)}
      action={toPortal}
    />
  );
}

function Consent({ uid, request }: { uid: string; request: ConnectionRequest }) {
  const t = useTranslations('connections');
  const problemText = useProblemText();
  const navigate = useNavigate();
  const client = useClient();
  const accounts = useQuery(accountsQuery);
  const allowing = useMutation(allowMutation(uid));
  const refusing = useMutation(refuseMutation(uid));
  const [missing, setMissing] = useState(false);
  const { application, returnHost } = request;
  const { name } = application;
  const clientName = client.companyName ?? [client.firstName, client.lastName].filter(Boolean).join(' ');

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).getAll('account').map(String);
    setMissing(chosen.length === 0);
    if (chosen.length === 0)
      return event.currentTarget.querySelector<HTMLInputElement>('[name=account]')?.focus();
    allowing.mutate(chosen, {
      onSuccess: ({ returnTo }) => {
        keepWayBack({ name, host: returnHost, href: returnTo });
        void navigate({ to: '/oauth/tell-connect', replace: true });
      },
    });
  };
  const isCanceled = allowing.error instanceof ApiProblem && allowing.error.code === 'code_canceled';
  const problem = refusing.error ?? (isCanceled ? null : allowing.error);
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
      <section className={classes.part}>
        <h2>{t('profile')}</h2>
        <div className={classes.profile}>
          <Avatar name={clientName} tone="ink" />
          <span>{clientName}</span>
        </div>
        <p className={classes.note}>{t('profileText')}</p>
      </section>
      <section className={classes.part}>
        <h2 id="accounts">{t('accounts')}</h2>
        {accounts.isError && <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />}
        {accounts.data?.length === 0 && <p className={classes.note}>{t('noAccounts')}</p>}
        <AccountChoice
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
      {problem && <Notice tone="refusal">{problemText(problem)}</Notice>}
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

function Permissions({ request: { scopes } }: { request: ConnectionRequest }) {
  const t = useTranslations('connections');
  const format = useFormatter();
  const [openedAt] = useState(Date.now);
  const end = new Date(openedAt + connectionDays * dayMs);
  return (
    <section className={classes.part}>
      <h2>{t('mayTitle')}</h2>
      <ul className={classes.permissions}>
        {scopes.includes('accounts:read') && (
          <li>
            <IconEye aria-hidden="true" />
            {t('readRight')}
          </li>
        )}
        {scopes.includes('payments:request') && (
          <li>
            <IconSend aria-hidden="true" />
            {t('payRight')}
          </li>
        )}
        <li data-not="">
          <IconBan aria-hidden="true" />
          {t('mayNot')}
        </li>
      </ul>
      <p className={classes.note}>{t('until', { date: format.dateTime(end, { dateStyle: 'long' }) })}</p>
    </section>
  );
}
