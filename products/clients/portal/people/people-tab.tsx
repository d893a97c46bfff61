/**
 * The profile's tab of a company's people: members and rights, invitations, handovers. Everyone sees the list; actions for administrators are marked
 * as such for others.
 */
import { invitePerson, type Member } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { MoreRows, Rows, RowsShape, RowsText } from '@calmly/ui/lists/rows.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconUserPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Handovers } from './handovers.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDrawer } from './invite-drawer.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberRow } from './member-row.tsx';
import { peopleQuery } from './queries.ts';

export function PeopleTab() {
  const t = useTranslations('people');
  const { rights } = useClient();
  const query = useInfiniteQuery(peopleQuery);
  /** The open drawer: a member's, or the invitation's. */
  const [open, setOpen] = useState<string | 'invite'>();
  const people = query.data;
  const chosen = people?.find(({ id }) => id === open);
  const close = () => setOpen(undefined);
  return (
    <Stack gap={24}>
      <Handovers />
      <Card
        flush
        title={t('title')}
        aside={
          <NeedsRight endpoint={invitePerson} label={t('invite')} align="end">
            <Button
              variant="accent"
              icon={<IconUserPlus aria-hidden="true" />}
              onClick={() => setOpen('invite')}
            >
              {t('invite')}
            </Button>
          </NeedsRight>
        }
      >
        {query.isError && !people && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isPending && <RowsShape label={t('title')} />}
        {people && (
          <Rows>
            {people.map((member) => (
              <MemberRow key={member.id} member={member} onEdit={() => setOpen(member.id)} />
            ))}
          </Rows>
        )}
        {people?.length === 1 && rights.is_boss && <RowsText>{t('onlyYou')}</RowsText>}
        <MoreRows query={query} />
      </Card>
      {rights.is_boss && <Invitations />}
      {open === 'invite' && <InviteDrawer onClose={close} />}
      {chosen && (
        <MemberDrawer
          key={chosen.id}
          member={chosen}
          isLastBoss={!query.hasNextPage && isLastBoss(chosen, people ?? [])}
          onClose={close}
        />
      )}
    </Stack>
  );
}

const lasts = ({ rights, status, validUntil }: Member) =>
  rights.is_boss && status === 'ACTIVE' && validUntil === null;

/** Whether this is the company's only administrator. */
const isLastBoss = (member: Member, people: readonly Member[]) =>
  lasts(member) && people.filter(lasts).length === 1;
