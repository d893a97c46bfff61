/** One of the company's people: name, state, rights in words, last sign-in. */
import { changePerson, type Member } from '@calmly/contract';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { useFormatter, useNow, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Own, Row } from '@calmly/ui/lists/rows.tsx';
import { IconCalendarDue, IconCrown, IconPlayerPause } from '@tabler/icons-react';
import classes from './people.module.css';
import { useRightsInWords } from './rights-words.ts';

const nowSeconds = 60;

export function MemberRow({ member, onEdit }: { member: Member; onEdit: () => void }) {
  const t = useTranslations('people');
  const inWords = useRightsInWords();
  const { name, rights, current } = member;
  return (
    <Row
      picture={<Avatar name={name} tone={current ? 'ink' : 'paper'} />}
      title={
        <>
          {name} {current && <Own>{t('you')}</Own>}
          <Chips member={member} />
        </>
      }
      actions={
        <NeedsRight endpoint={changePerson} label={t('editWhom', { name })} iconOnly size="s" align="end">
          <Button size="s" aria-label={t('editWhom', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
        </NeedsRight>
      }
    >
      <p>{inWords(rights)}</p>
      {member.email !== null && (
        <Text tone="faint">
          {member.email} · <LastSeen at={member.lastSeenAt} />
        </Text>
      )}
    </Row>
  );
}

function Chips({ member: { rights, status, validUntil } }: { member: Member }) {
  const t = useTranslations('people');
  const format = useFormatter();
  const now = useNow();
  const date =
    validUntil &&
    format.dateTime(new Date(validUntil), {
      day: 'numeric',
      month: 'short',
      timeZone: 'UTC',
      ...(new Date(validUntil).getUTCFullYear() !== now.getUTCFullYear() && { year: 'numeric' as const }),
    });
  const isOver = validUntil !== null && new Date(validUntil) <= now;
  return (
    <>
      {rights.is_boss && (
        <span className={classes.chip} data-kind="boss">
          <IconCrown aria-hidden="true" />
          {t('boss')}
        </span>
      )}
      {status === 'SUSPENDED' && (
        <span className={classes.chip} data-kind="rests">
          <IconPlayerPause aria-hidden="true" />
          {t('suspended')}
        </span>
      )}
      {date && (
        <span className={classes.chip} data-kind={isOver ? 'rests' : 'ends'}>
          <IconCalendarDue aria-hidden="true" />
          {t(isOver ? 'ended' : 'until', { date })}
        </span>
      )}
    </>
  );
}

function LastSeen({ at }: { at: string | null }) {
  const t = useTranslations('people');
  const format = useFormatter();
  const now = useNow({ updateInterval: nowSeconds * 1000 });
  if (at === null) return t('neverSeen');
  const date = new Date(at);
  if (now.getTime() - date.getTime() < nowSeconds * 1000) return t('seenNow');
  return t('seen', { when: format.relativeTime(date, now) });
}
