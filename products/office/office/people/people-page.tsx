/** The bank's people. Administrators propose changes here; auditors read. */
import type { StaffPerson } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { useDrawerKeys } from '@calmly/ui/layers/use-drawer-keys.ts';
import { type Column, DataTable } from '@calmly/ui/lists/data-table.tsx';
import { Own } from '@calmly/ui/lists/rows.tsx';
import { PlainCell, WhoCell } from '@calmly/ui/lists/table-cells.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../session/state.ts';
import { Failed } from '../shared/failed.tsx';
import { focusRow, useKeys } from '../shared/keys.ts';
import { useMomentText } from '../shared/moment.ts';
import { useRolesText } from '../shared/roles.ts';
import { ScreenTitle } from '../shared/title.tsx';
import { personColours } from './colours.ts';
import { InviteDialog } from './invite-dialog.tsx';
import classes from './people.module.css';
import { PersonSheet } from './person-sheet.tsx';
import { peopleQuery } from './queries.ts';

/** `open`: the id of the person whose drawer is open. */
export function PeoplePage({ open }: { open: string | undefined }) {
  const t = useTranslations('office.people');
  const navigate = useNavigate();
  const { person } = useSession();
  const query = useQuery(peopleQuery());
  const [isInviting, setIsInviting] = useState(false);
  const columns = useColumns();
  const mayPropose = person.roles.includes('SUPER');
  const people = query.data?.items;
  const place = people?.findIndex(({ id }) => id === open) ?? -1;
  const shown = people?.[place];
  const go = (item: string | undefined) =>
    void navigate({ to: '.', search: item ? { item } : {}, resetScroll: false });
  const goTo = (step: 1 | -1) => {
    const next = shown && people?.[place + step];
    return next && (() => go(next.id));
  };
  useKeys({
    j: shown ? goTo(1) : () => focusRow(1),
    k: shown ? goTo(-1) : () => focusRow(-1),
  });
  useDrawerKeys(people, shown?.id, () => go(undefined));
  return (
    <>
      <ScreenTitle title={t('title')} />
      {query.error && !people ? (
        <Failed error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : (
        <div className={classes.page}>
          {mayPropose && (
            <div className={classes.bar}>
              <Button
                variant="accent"
                icon={<IconUserPlus aria-hidden="true" />}
                onClick={() => setIsInviting(true)}
              >
                {t('invite')}
              </Button>
            </div>
          )}
          <DataTable
            label={t('list')}
            columns={columns}
            rows={people}
            rowId={({ id }) => id}
            selectedId={shown?.id}
            onOpen={({ id }) => go(id)}
            empty={<EmptyState drawing={<Drawing name="people" />} title={t('empty')} />}
          />
        </div>
      )}
      {shown && (
        <SideDrawer title={shown.name} onClose={() => go(undefined)} onPrevious={goTo(-1)} onNext={goTo(1)}>
          <PersonSheet key={shown.id} person={shown} mayPropose={mayPropose} />
        </SideDrawer>
      )}
      {isInviting && <InviteDialog onCancel={() => setIsInviting(false)} />}
    </>
  );
}

function useColumns(): readonly Column<StaffPerson>[] {
  const t = useTranslations('office.people');
  const rolesText = useRolesText();
  const moment = useMomentText();
  const { person } = useSession();
  return [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 3fr)',
      cell: ({ id, name, email }) => (
        <WhoCell
          avatar={<Avatar name={name} />}
          first={
            <>
              {name} {id === person.id && <Own>{t('you')}</Own>}
            </>
          }
          second={email}
        />
      ),
    },
    {
      key: 'state',
      header: t('state'),
      width: '150px',
      badge: true,
      cell: ({ state }) => <Badge colour={personColours[state]}>{t(`states.${state}`)}</Badge>,
    },
    {
      key: 'roles',
      header: t('roles'),
      width: 'minmax(0, 2fr)',
      wide: true,
      cell: ({ roles }) => <PlainCell>{rolesText(roles)}</PlainCell>,
    },
    {
      key: 'seen',
      header: t('lastSeen'),
      width: '180px',
      wide: true,
      cell: ({ lastSeenAt }) => <PlainCell>{lastSeenAt ? moment(lastSeenAt) : t('never')}</PlainCell>,
    },
    {
      key: 'invited',
      header: t('invitedUntil'),
      width: '190px',
      wide: true,
      cell: ({ invitedUntil }) => <PlainCell>{invitedUntil && moment(invitedUntil)}</PlainCell>,
    },
  ];
}
