/** Invited people and the state of their invitations; an open invitation can be sent again or withdrawn. */
import type { Invitation } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { MoreRows, Row, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconMail, IconMailCheck, IconMailOff, IconMailX } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { invitationsQuery, mailAgainMutation, withdrawMutation } from './queries.ts';
import { useRightsInWords } from './rights-words.ts';

const icons = {
  OPEN: IconMail,
  EXPIRED: IconMailOff,
  ACCEPTED: IconMailCheck,
  DECLINED: IconMailX,
  WITHDRAWN: IconMailOff,
} as const;

export function Invitations() {
  const t = useTranslations('people');
  const query = useInfiniteQuery(invitationsQuery);
  const invitations = query.data;
  return (
    <Card flush title={t('open')}>
      {query.isError && !invitations && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <RowsShape label={t('open')} />}
      {invitations?.length === 0 && <RowsText>{t('noInvitations')}</RowsText>}
      {invitations && invitations.length > 0 && (
        <Rows>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </Rows>
      )}
      <MoreRows query={query} />
    </Card>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('people');
  const format = useFormatter();
  const inWords = useRightsInWords();
  const again = useMutation(mailAgainMutation);
  const withdrawing = useMutation(withdrawMutation);
  const { id, email, state, rights, invitedBy } = invitation;
  const Icon = icons[state];
  const date = format.dateTime(new Date(invitation.expiresAt), { day: 'numeric', month: 'long' });
  const isOpen = state === 'OPEN' || state === 'EXPIRED';
  const onError = showFailure;
  return (
    <Row
      icon={<Icon aria-hidden="true" />}
      title={email}
      actions={
        isOpen && (
          <>
            <Button
              size="s"
              busy={again.isPending}
              onClick={() =>
                again.mutate(id, { onSuccess: () => showSnackbar(t('sentAgain', { email })), onError })
              }
            >
              {t('again')}
            </Button>
            <Button
              size="s"
              variant="quiet"
              busy={withdrawing.isPending}
              onClick={() =>
                withdrawing.mutate(id, { onSuccess: () => showSnackbar(t('withdrawn', { email })), onError })
              }
            >
              {t('withdraw')}
            </Button>
          </>
        )
      }
    >
      <p>{inWords(rights)}</p>
      <Text tone="faint">
        {t(`states.${state}`, { date })} · {t('invitedBy', { name: invitedBy })}
      </Text>
    </Row>
  );
}
