/** The state of a conversation. */
import type { ConversationStatus } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';

const colours: Readonly<Record<ConversationStatus, BadgeColour>> = {
  OPEN: 'blue',
  ANSWERED: 'green',
  CLOSED: 'grey',
};

export function ConversationBadge({ status }: { status: ConversationStatus }) {
  const t = useTranslations('support.statuses');
  return <Badge colour={colours[status]}>{t(status)}</Badge>;
}
