/** The left column: places and queues with their counts, and at the foot who is signed in, until when, and the way out. */

import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useQueueName } from '@calmly/products/office/office/inbox/names.ts';
import { queuesQuery } from '@calmly/products/office/office/inbox/queries.ts';
import { signOut } from '@calmly/products/office/office/session/session.ts';
import { onOwnClock, useSession } from '@calmly/products/office/office/session/state.ts';
import { useRolesText } from '@calmly/products/office/office/shared/roles.ts';
import { cappedText } from '@calmly/products/office/office/work/totals.ts';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import {
  IconAlertCircle,
  IconChecklist,
  IconHistory,
  IconInbox,
  IconKey,
  IconLogout,
  IconTimeline,
  IconUsers,
} from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './navigation.module.css';
import { OfficeLogo } from './office-logo.tsx';
import { placesFor } from './places.ts';

const icons = {
  work: IconTimeline,
  inbox: IconInbox,
  proposals: IconChecklist,
  people: IconUsers,
  audit: IconHistory,
};

export function Navigation() {
  const t = useTranslations('office.shell');
  const { person } = useSession();
  const { data, error } = useQuery(queuesQuery());
  return (
    <aside className={classes.side} aria-label={t('name')}>
      <Link to="/work" className={classes.brand} aria-label={t('name')}>
        <OfficeLogo />
      </Link>
      {person.sandbox && (
        <div className={classes.sandbox} title={t('sandboxText')}>
          <Badge colour="blue">{t('sandbox')}</Badge>
        </div>
      )}
      <nav aria-label={t('nav')} className={classes.nav}>
        <ul className={classes.items}>
          {placesFor(person.roles).map(({ name, to }) => {
            const Icon = icons[name];
            return (
              <li key={name}>
                <Link to={to} className={classes.item} activeOptions={{ exact: true, includeSearch: false }}>
                  <Icon aria-hidden="true" />
                  <span className={classes.label}>{t(name)}</span>
                  {name === 'proposals' && data && data.proposals > 0 && (
                    <span className={classes.count}>{data.proposals}</span>
                  )}
                </Link>
                {name === 'inbox' && (data ? <Queues /> : error ? <Unread /> : null)}
              </li>
            );
          })}
        </ul>
      </nav>
      <Foot />
    </aside>
  );
}

function Queues() {
  const t = useTranslations('office.shell');
  const queueName = useQueueName();
  const { data } = useQuery(queuesQuery());
  return (
    <ul className={classes.queues} aria-label={t('queues')}>
      {data?.queues.map(({ queue, state, count }) => (
        <li key={queue}>
          <Link
            to={`/inbox/${queue}`}
            className={classes.queue}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <span className={classes.label}>{queueName(queue)}</span>
            {state === 'failed' || count === null ? (
              <span className={classes.failed} title={t('unread')}>
                <IconAlertCircle aria-hidden="true" />
                <span className="visually-hidden">{t('unread')}</span>
              </span>
            ) : (
              count > 0 && <span className={classes.figure}>{cappedText(count)}</span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Unread(): ReactNode {
  const t = useTranslations('office.shell');
  return (
    <Text size={13} tone="red" className={classes.unread}>
      {t('unread')}
    </Text>
  );
}

function Foot() {
  const t = useTranslations('office.shell');
  const rolesText = useRolesText();
  const format = useFormatter();
  const { person, idleUntil } = useSession();
  const endsAt = onOwnClock(person.endsAt);
  const time = (at: number) => format.dateTime(new Date(at), timeOfDay);
  const leaving = useMutation({ mutationFn: signOut, onError: showFailure });
  return (
    <Stack gap={12} className={classes.foot}>
      <Inline gap={12} align="center" shrink>
        <Avatar name={person.name} tone="ink" />
        <div className={classes.who}>
          <Text weight="label" wrap="cut" translate="no">
            {person.name}
          </Text>
          <Text size={13} tone="soft">
            {rolesText(person.roles)}
          </Text>
        </div>
      </Inline>
      <Text size={13} tone="soft">
        {idleUntil < endsAt ? t('idleAt', { time: time(idleUntil) }) : t('endsAt', { time: time(endsAt) })}
      </Text>
      <Stack>
        <Link to="/password" className={classes.item}>
          <IconKey aria-hidden="true" />
          <span className={classes.label}>{t('password')}</span>
        </Link>
        <Button
          variant="quiet"
          className={classes.item}
          icon={<IconLogout aria-hidden="true" />}
          busy={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          {t('signOut')}
        </Button>
      </Stack>
    </Stack>
  );
}
