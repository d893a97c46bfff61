/**
 * Any error that a screen did not handle itself: a generic title and a link to continue. Without a network the cause is that the screen's code
 * could not be loaded; loading is retried once there is a network.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { useOnline } from '@calmly/ui/online.ts';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { EmptyState, OfflineState } from '@calmly/ui/states.tsx';
import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './errors.module.css';

export function ErrorPage() {
  const t = useTranslations('shell.errors');
  const ui = useTranslations('ui');
  const [isOffline] = useState(() => !navigator.onLine);
  const online = useOnline();
  useEffect(() => {
    if (isOffline && online) location.reload();
  }, [isOffline, online]);
  if (isOffline)
    return (
      <main className={classes.page}>
        <DocumentTitle title={ui('offlineTitle')} />
        <OfflineState level={1} />
      </main>
    );
  return (
    <main className={classes.page}>
      <DocumentTitle title={t('genericTitle')} />
      <EmptyState
        level={1}
        icon={<IconCloudOff aria-hidden="true" />}
        title={t('genericTitle')}
        text={t('genericText')}
        action={
          <Button variant="solid" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        }
      />
    </main>
  );
}
