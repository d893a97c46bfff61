/** The bell: a dot while a notification is unread, and the list under it. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NotificationList } from './notification-list.tsx';
import classes from './notifications.module.css';
import { unreadQuery } from './queries.ts';
import { useKeptBrowser } from './web-push/use-kept-browser.ts';

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
