/** The bell: a dot while a notification is unread, and the list under it. */

import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { IconBell } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications.module.css';
import { unreadQuery } from './queries.ts';
import { browsersQuery, keepOwnBrowser } from './web-push/queries.ts';

export function NotificationsBell() {
  const t = useTranslations('notifications');
  const [open, setOpen] = useState(false);
  useKeptBrowser();
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <Popover
      align="screen"
      open={open}
      onClose={() => setOpen(false)}
      opener={
        <span className={classes.bell}>
          <Button
            variant="quiet"
            icon={<IconBell aria-hidden="true" />}
            aria-label={t('open', { count: unread })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
          {unread > 0 && <span className={classes.dot} aria-hidden="true" />}
        </span>
      }
    >
      <NotificationList onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** Tells the bank that this browser is in use, after sign-in and after a change of profile. */
function useKeptBrowser(): void {
  const { id } = useClient();
  const client = useQueryClient();
  useEffect(() => {
    if (!id) return;
    keepOwnBrowser().then(
      async (isKept) => {
        if (isKept) await client.invalidateQueries({ queryKey: browsersQuery.queryKey });
      },
      // Nothing depends on it before the portal's next start.
      () => undefined,
    );
  }, [id, client]);
}
