/** An item in a list: what it is, whose, how long it has waited, who has taken it. A decided one is grey and stays in its place. */
import type { InboxItem } from '@calmly/contract/staff';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { useSession } from '../session/state.ts';
import { ListRow } from '../shared/list.tsx';
import { useAgeText, useMomentText } from '../shared/moment.ts';
import { outcomeColours, outcomeNames } from './names.ts';
import type { Decision } from './queries.ts';

interface ItemRowProps {
  item: InboxItem;
  isOpen: boolean;
  /** How it was decided here. */
  outcome: Decision | undefined;
  onOpen: () => void;
}

export function ItemRow({ item, isOpen, outcome, onOpen }: ItemRowProps) {
  const t = useTranslations('office');
  const { person } = useSession();
  const age = useAgeText();
  const moment = useMomentText();
  const takenBy =
    item.claimedBy &&
    (item.claimedBy.id === person.id
      ? t('inbox.takenByYou')
      : t('inbox.takenBy', { name: item.claimedBy.name }));
  return (
    <ListRow
      title={item.subject}
      note={[item.client?.name, takenBy].filter(Boolean).join(' · ')}
      isOpen={isOpen}
      isOver={outcome !== undefined}
      onOpen={onOpen}
      end={
        outcome ? (
          <Badge colour={outcomeColours[outcome]}>{t(`decisions.${outcomeNames[outcome]}`)}</Badge>
        ) : (
          <time dateTime={item.since} title={moment(item.since)}>
            {age(item.since)}
          </time>
        )
      }
    />
  );
}
