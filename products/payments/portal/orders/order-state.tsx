/** The state of a standing order as a badge. */
import type { StandingOrderState } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Badge, type BadgeColour } from '@calmly/ui/facts/status-badge.tsx';

const colours: Readonly<Record<StandingOrderState, BadgeColour>> = {
  ACTIVE: 'green',
  PAUSED: 'grey',
  SUSPENDED: 'red',
  ENDED: 'grey',
};

export function OrderState({ state }: { state: StandingOrderState }) {
  const t = useTranslations('orders.states');
  return <Badge colour={colours[state]}>{t(state)}</Badge>;
}
