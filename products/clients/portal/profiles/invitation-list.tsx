/** Companies that have invited the signed-in person, in the menu; hidden if there are none. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from './profiles.module.css';
import { ownInvitationsQuery } from './queries.ts';

export function InvitationList({ onChoose }: { onChoose: () => void }) {
  const t = useTranslations('profiles.menu');
  const invitations = useQuery(ownInvitationsQuery).data ?? [];
  if (invitations.length === 0) return null;
  return (
    <section className={classes.part} aria-label={t('invitations')}>
      <Text as="h2" size={13} tone="soft" weight="label" className={classes.heading}>
        {t('invitations')}
      </Text>
      {invitations.map(({ id, companyName, invitedBy }) => (
        <Link key={id} to="/invitation" search={{ id }} className={classes.company} onClick={onChoose}>
          <Avatar name={companyName} />
          <span className={classes.companyText}>
            <span className={classes.name}>{companyName}</span>
            <span className={classes.number}>{t('invitedBy', { name: invitedBy })}</span>
          </span>
        </Link>
      ))}
    </section>
  );
}
