/**
 * `/invitation?token=…`: a company's offer to an invited person. A person with a profile under that address signs in and accepts with a code; a new
 * person registers; anyone may decline. The token stays in the tab during sign-in and is removed from the address bar at once.
 * `/invitation?id=…`: the same for a person signed in with the invited address who does not have the email.
 */

import type { InvitationOffer } from '@calmly/contract';
import { useClient, useSession } from '@calmly/portal-kit/session/state.ts';
import { strangerPrefix, tabStorage } from '@calmly/portal-kit/session/tab-storage.ts';
import { useLinkToken } from '@calmly/portal-kit/shared/navigation/use-link-token.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { ownInvitationsQuery } from '../profiles/index.ts';
import { Decline, Declined } from './decline.tsx';
import { JoinForm } from './join-form.tsx';
import { Accept, DeadInvitation, Offer } from './offer.tsx';
import classes from './people.module.css';
import { offerQuery } from './queries.ts';

const keptToken = tabStorage(`${strangerPrefix}invitation`, z.string());

export function InvitationPage() {
  const t = useTranslations('invitation');
  const { token, id } = useSearch({ from: '/entry/returning/invitation' });
  const { status } = useSession();
  const queries = useQueryClient();
  const [declined, setDeclined] = useState<string>();
  const onDeclined = (company: string) => {
    keptToken.forget();
    setDeclined(company);
    void queries.invalidateQueries({ queryKey: ownInvitationsQuery.queryKey });
  };
  return (
    <Stack gap={24} className={classes.invitation}>
      <DocumentTitle title={t('title')} />
      {declined !== undefined ? (
        <Declined company={declined} />
      ) : id === undefined || token !== undefined ? (
        <Mailed given={token} onDeclined={onDeclined} />
      ) : status === 'signed-in' ? (
        <Waiting id={id} onDeclined={onDeclined} />
      ) : (
        <Navigate to="/login" search={{ next: `/invitation?id=${id}` }} replace />
      )}
    </Stack>
  );
}

interface Declinable {
  onDeclined: (company: string) => void;
}

function Mailed({ given: inAddress, onDeclined }: Declinable & { given: string | undefined }) {
  const given = useLinkToken('/invitation', inAddress);
  if (given !== '') keptToken.keep(given);
  const token = given || (keptToken.read() ?? '');
  const offer = useQuery(offerQuery(token));
  return (
    <>
      {offer.isPending && <LoadingDialog />}
      {offer.isError && <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />}
      {offer.data === null && <DeadInvitation />}
      {offer.data && (
        <>
          <Offer offer={offer.data} />
          <Answer offer={offer.data} token={token} />
          <Decline by={{ token }} company={offer.data.companyName} onDeclined={onDeclined} />
        </>
      )}
    </>
  );
}

function Waiting({ id, onDeclined }: Declinable & { id: string }) {
  const t = useTranslations('invitation');
  const { email } = useClient();
  const invitations = useQuery(ownInvitationsQuery);
  const offer = invitations.data?.find((invitation) => invitation.id === id);
  return (
    <>
      {invitations.isPending && <LoadingDialog />}
      {invitations.isError && (
        <ErrorState error={invitations.error} onRetry={() => void invitations.refetch()} />
      )}
      {invitations.data && !offer && <DeadInvitation />}
      {offer && (
        <>
          <Offer offer={offer} />
          <Accept email={email} by={{ id }} />
          <ButtonLink to="/" size="l" block>
            {t('notNow')}
          </ButtonLink>
          <Decline by={{ id }} company={offer.companyName} onDeclined={onDeclined} />
        </>
      )}
    </>
  );
}

/** The reader's options: accept, sign in first, or register. */
function Answer({ offer, token }: { offer: InvitationOffer; token: string }) {
  const t = useTranslations('invitation');
  const session = useSession();
  const { email } = offer;
  if (session.status === 'signed-in') {
    const own = session.client.email;
    if (own.toLowerCase() === email.toLowerCase())
      return <Accept email={email} by={{ token }} onAccepted={keptToken.forget} />;
    return (
      <>
        <Notice tone="warning">{t('otherPerson', { email, own })}</Notice>
        <ButtonLink to="/logout" size="l" block>
          {t('signOut')}
        </ButtonLink>
      </>
    );
  }
  if (!offer.isClient) return <JoinForm email={email} token={token} onJoined={keptToken.forget} />;
  return (
    <>
      <Text tone="soft">{t('signInText', { email })}</Text>
      <ButtonLink to="/login" search={{ next: '/invitation' }} variant="accent" size="l" block>
        {t('signIn')}
      </ButtonLink>
    </>
  );
}
