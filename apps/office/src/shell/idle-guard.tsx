/** Warns before a session ends because nothing happens, and opens the sign-in when it is over. */

import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { readSession } from '@calmly/products/office/office/session/session.ts';
import { onOwnClock, sessionOver, useSession } from '@calmly/products/office/office/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { MessageDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconClockPause } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

const warnedMs = 60_000;

export function IdleGuard() {
  const t = useTranslations('office.shell');
  const { person, idleUntil } = useSession();
  const end = Math.min(idleUntil, onOwnClock(person.endsAt));
  const [now, setNow] = useState(() => Date.now());
  const left = end - now;
  const staying = useMutation({ mutationFn: readSession, onError: showFailure });
  useEffect(() => {
    if (left <= 0) return sessionOver('idle');
    // Every second while the warning is shown. A browser that slept is late, and then it is over at once.
    const timer = setTimeout(
      () => setNow(Date.now()),
      left > warnedMs ? Math.min(left - warnedMs, 30_000) : 1_000,
    );
    return () => clearTimeout(timer);
  }, [left]);
  // A session that ends in any case cannot be prolonged.
  if (left > warnedMs || idleUntil > end) return null;
  return (
    <MessageDialog
      icon={<IconClockPause aria-hidden="true" />}
      title={t('idleTitle', { seconds: Math.max(0, Math.ceil(left / 1_000)) })}
      text={t('idleText')}
      actions={
        <Button
          size="l"
          variant="accent"
          data-autofocus
          busy={staying.isPending}
          onClick={() => staying.mutate()}
        >
          {t('stay')}
        </Button>
      }
      onCancel={() => staying.mutate()}
    />
  );
}
