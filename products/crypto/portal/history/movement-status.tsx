/** Progress of a deposit or a withdrawal. */
import type { CryptoMovement, CryptoStatus } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';

const colours: Readonly<Record<CryptoStatus, BadgeColour>> = {
  DETECTED: 'yellow',
  CREDITED: 'green',
  REJECTED: 'red',
  APPROVAL: 'orange',
  QUEUED: 'yellow',
  REVIEW: 'blue',
  SIGNING: 'blue',
  BROADCAST: 'blue',
  CONFIRMED: 'green',
  CANCELED: 'grey',
  FAILED: 'red',
  EXECUTED: 'green',
};

/** In the end, no money has moved. */
export const isUndone = (status: CryptoStatus): boolean =>
  status === 'REJECTED' || status === 'CANCELED' || status === 'FAILED';

export function MovementStatus({ movement: { status } }: { movement: Pick<CryptoMovement, 'status'> }) {
  const t = useTranslations('crypto.statuses');
  return <Badge colour={colours[status]}>{t(status)}</Badge>;
}
