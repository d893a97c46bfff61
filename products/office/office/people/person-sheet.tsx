/** The drawer of a person: the facts, and what can be done. */
import type { StaffPerson } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Fact, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useState } from 'react';
import { useSession } from '../session/state.ts';
import { useMomentText } from '../shared/moment.ts';
import { useRolesText } from '../shared/roles.ts';
import { ActDialog } from './act-dialog.tsx';
import { actsOn, type PersonAct } from './acts.ts';
import { personColours } from './colours.ts';

export function PersonSheet({ person, mayPropose }: { person: StaffPerson; mayPropose: boolean }) {
  const t = useTranslations('office.people');
  const moment = useMomentText();
  const rolesText = useRolesText();
  const reader = useSession().person;
  const [act, setAct] = useState<PersonAct>();
  const acts = mayPropose ? actsOn(person.state, person.id === reader.id) : [];
  return (
    <>
      <SheetSection title={person.name} titleHidden>
        <dl>
          <Fact name={t('state')}>
            <Badge colour={personColours[person.state]}>{t(`states.${person.state}`)}</Badge>
          </Fact>
          <Fact name={t('email')}>{person.email}</Fact>
          <Fact name={t('roles')}>{rolesText(person.roles)}</Fact>
          <Fact name={t('lastSeen')}>{person.lastSeenAt ? moment(person.lastSeenAt) : t('never')}</Fact>
          <Fact name={t('invitedUntil')}>{person.invitedUntil && moment(person.invitedUntil)}</Fact>
          <Fact name={t('createdAt')}>{moment(person.createdAt)}</Fact>
        </dl>
      </SheetSection>
      {acts.length > 0 && (
        <SheetSection title={t('actions')}>
          <Text size={13} tone="soft">
            {t('actionsText')}
          </Text>
          <Inline gap={8} rowGap={8} wrap above={12}>
            {acts.map((each) => (
              <Button
                key={each}
                variant={each === 'leave' || each === 'suspend' ? 'danger' : 'outline'}
                onClick={() => setAct(each)}
              >
                {t(`do.${each}`)}
              </Button>
            ))}
          </Inline>
        </SheetSection>
      )}
      {act && <ActDialog act={act} person={person} onClose={() => setAct(undefined)} />}
    </>
  );
}
