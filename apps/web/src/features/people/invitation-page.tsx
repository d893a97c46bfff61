/**
 * `/invitation?token=…`: what a company offers somebody whom it invited. Whoever has a profile with that address signs in and accepts
 * with a code; a stranger makes an access. The token stays in the tab while they sign in; it leaves the address bar at once.
 */

import { type InvitationOffer, rightNames } from '@calmly/contract';
import { IconMailX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { ApiProblem } from '../../session/bank.ts';
import { useProblemText } from '../../session/problem-text.ts';
import { switchProfile } from '../../session/session.ts';
import { useSession } from '../../session/state.ts';
import { strangerPrefix, tabStorage } from '../../session/tab-storage.ts';
import { useLinkToken } from '../../session/use-link-token.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LoadingDialog } from '../../ui/dialog.tsx';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Notice } from '../../ui/surface.tsx';
import { JoinForm } from './join-form.tsx';
import classes from './people.module.css';
import { acceptMutation, offerQuery } from './queries.ts';

const keptToken = tabStorage(`${strangerPrefix}invitation`, z.string());

export function InvitationPage() {
  const t = useTranslations('invitation');
  const given = useLinkToken('/invitation', useSearch({ from: '/entry/returning/invitation' }).token);
  if (given !== '') keptToken.keep(given);
  const token = given || (keptToken.read() ?? '');
  const offer = useQuery(offerQuery(token));
  return (
    <div className={classes.invitation}>
      <DocumentTitle title={t('title')} />
      {offer.isPending && <LoadingDialog />}
      {offer.isError && <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.data === null && (
        <EmptyState
          level={1}
          icon={<IconMailX aria-hidden="true" />}
          title={t('deadTitle')}
          text={t('deadText')}
          action={
            <ButtonLink to="/" variant="accent" size="l">
              {t('toStart')}
            </ButtonLink>
          }
        />
      )}
      {offer.data && (
        <>
          <Offer offer={offer.data} />
          <Answer offer={offer.data} token={token} />
        </>
      )}
    </div>
  );
}

function Offer({ offer }: { offer: InvitationOffer }) {
  const t = useTranslations();
  const format = useFormatter();
  const held = offer.rights.is_boss
    ? (['is_boss'] as const)
    : (['always', ...rightNames.filter((name) => offer.rights[name])] as const);
  return (
    <>
      <div>
        <h1>{t('invitation.heading', { company: offer.companyName })}</h1>
        <p className={classes.lead}>{t('invitation.text', { name: offer.invitedBy })}</p>
      </div>
      <ul className={classes.may} aria-label={t('invitation.may')}>
        {held.map((name) => (
          <li key={name}>
            <strong>{t(`rights.${name}.name`)}</strong>
            <span>{t(`rights.${name}.text`)}</span>
          </li>
        ))}
        {offer.validUntil !== null && (
          <li>
            <strong>
              {t('invitation.until', {
                date: format.dateTime(new Date(offer.validUntil), { dateStyle: 'long', timeZone: 'UTC' }),
              })}
            </strong>
          </li>
        )}
      </ul>
    </>
  );
}

/** What the reader can do: accept, sign in first, or make an access. */
function Answer({ offer, token }: { offer: InvitationOffer; token: string }) {
  const t = useTranslations('invitation');
  const session = useSession();
  const { email } = offer;
  if (session.status === 'signed-in') {
    const own = session.client.email;
    if (own.toLowerCase() === email.toLowerCase()) return <Accept email={email} token={token} />;
    return (
      <Notice tone="warning">
        {t('otherPerson', { email, own })}{' '}
        <ButtonLink to="/logout" size="s">
          {t('signOut')}
        </ButtonLink>
      </Notice>
    );
  }
  if (!offer.isClient) return <JoinForm email={email} token={token} onJoined={keptToken.forget} />;
  return (
    <>
      <p className={classes.lead}>{t('signInText', { email })}</p>
      <ButtonLink to="/login" search={{ next: '/invitation' }} variant="accent" size="l" block>
        {t('signIn')}
      </ButtonLink>
    </>
  );
}

function Accept({ email, token }: { email: string; token: string }) {
  const t = useTranslations('invitation');
  const problemText = useProblemText();
  const accepting = useMutation({
    ...acceptMutation,
    onSuccess: async ({ companyId }) => {
      keptToken.forget();
      await switchProfile(companyId);
    },
  });
  const isCanceled = accepting.error instanceof ApiProblem && accepting.error.code === 'code_canceled';
  return (
    <>
      {accepting.isError && !isCanceled && <Notice tone="refusal">{problemText(accepting.error)}</Notice>}
      <p className={classes.lead}>{t('acceptText', { email })}</p>
      <Button
        variant="accent"
        size="l"
        block
        busy={accepting.isPending || accepting.isSuccess}
        onClick={() => accepting.mutate(token)}
      >
        {t('accept')}
      </Button>
    </>
  );
}
