/** The notification settings of personal alerts. Thresholds and digests need an active profile. */
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { DigestCard } from './digest-card.tsx';
import { QuietHoursCard } from './quiet-hours-card.tsx';
import { ThresholdsCard } from './thresholds-card.tsx';

export function AlertSettings() {
  const isActive = useClient().state === 'ACTIVE';
  return (
    <>
      {isActive && <ThresholdsCard />}
      <QuietHoursCard />
      {isActive && <DigestCard />}
    </>
  );
}
