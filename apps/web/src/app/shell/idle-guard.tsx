/**
 * Warns after 840 s of inactivity and signs out at 900 s, unless the client is remembered (specification section 4). Then it only
 * reports activity to the server, because an idle session needs a code before it writes.
 */

import { type IdleWatch, watchIdle } from '@calmly/portal-kit/session/idle.ts';
import { idleOut, keepAlive } from '@calmly/portal-kit/session/session.ts';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconClockPause } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export function IdleGuard() {
  const t = useTranslations('shell');
  const navigate = useNavigate();
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const exempt = !isSignedIn || session.remembered;
  const watch = useRef<IdleWatch>(undefined);
  const [secondsLeft, setSecondsLeft] = useState<number>();
  useEffect(() => {
    if (!isSignedIn) return;
    const started = watchIdle({
      onWarning: exempt ? undefined : setSecondsLeft,
      onActive: () => setSecondsLeft(undefined),
      onTimeout: idleOut,
      tellServer: () => void keepAlive(),
    });
    watch.current = started;
    return started.stop;
  }, [exempt, isSignedIn]);
  if (exempt || secondsLeft === undefined) return null;
  const stay = () => watch.current?.stay();
  return (
    <MessageDialog
      icon={<IconClockPause aria-hidden="true" />}
      title={t('session.idleTitle')}
      text={t('session.idleText', { seconds: secondsLeft })}
      onCancel={stay}
      actions={
        <>
          <Button size="l" onClick={() => void navigate({ to: '/logout' })}>
            {t('topbar.logout')}
          </Button>
          <Button size="l" variant="accent" data-autofocus="" onClick={stay}>
            {t('session.idleStay')}
          </Button>
        </>
      }
    />
  );
}
