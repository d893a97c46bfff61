/** Where the client is signed in, each session with a button to end it. The current one ends by logging out. */
import type { Session } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { PlaceIcon, useAgo, usePlaceName } from '@calmly/portal-kit/shared/browsers/place.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { MoreRows, Own, Row, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { EndSession } from './end-session.tsx';
import { endOthersMutation, sessionsQuery } from './queries.ts';
import classes from './security.module.css';

export function SessionList() {
  const t = useTranslations('security');
  const query = useInfiniteQuery(sessionsQuery);
  const [ending, setEnding] = useState<Session>();
  const endingOthers = useMutation(endOthersMutation);
  const sessions = query.data;
  const endOthers = sessions && sessions.length > 1 && (
    <Button
      size="s"
      busy={endingOthers.isPending}
      onClick={() => endingOthers.mutate(undefined, { onSuccess: () => showSnackbar(t('othersEnded')) })}
    >
      {t('endOthers')}
    </Button>
  );
  return (
    <Card flush title={t('sessions')} aside={endOthers}>
      {endingOthers.error && (
        <div className={classes.problem}>
          <ProblemNotice error={endingOthers.error} />
        </div>
      )}
      {query.isError && !sessions && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <RowsShape label={t('sessions')} />}
      {sessions?.length === 1 && <RowsText>{t('onlyHere')}</RowsText>}
      {sessions && (
        <Rows>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
          ))}
        </Rows>
      )}
      <MoreRows query={query} />
      {ending && <EndSession session={ending} onDone={() => setEnding(undefined)} />}
    </Card>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const t = useTranslations('security');
  const client = useClient();
  const ago = useAgo()(session.lastSeenAt);
  const placeName = usePlaceName();
  const place = placeName(session);
  const ownName = client.companyName ?? [client.firstName, client.lastName].filter(Boolean).join(' ');
  const facts = [
    session.current || !ago ? t('activeNow') : t('active', { when: ago }),
    session.ip,
    session.remembered && t('rememberedNote'),
    session.clientName !== ownName && t('actsFor', { name: session.clientName }),
  ];
  return (
    <Row
      icon={<PlaceIcon system={session.system} />}
      title={
        <>
          {place}
          {session.current && <Own>{t('thisBrowser')}</Own>}
        </>
      }
      actions={
        session.current ? undefined : (
          <Button size="s" variant="quiet" aria-label={t('endOf', { place })} onClick={onEnd}>
            {t('end')}
          </Button>
        )
      }
    >
      <p>{facts.filter(Boolean).join(' · ')}</p>
    </Row>
  );
}
