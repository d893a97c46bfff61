/** The link back to the own profile where there is no menu, while the company's check replaces the portal. */

import { ownClientId } from '@calmly/portal-kit/session/session.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useSwitch } from './use-switch.ts';

export function SwitchBack() {
  const t = useTranslations('profiles.menu');
  const isPhone = useMedia(breakpoints.phone);
  const own = ownClientId();
  const change = useSwitch();
  if (own === undefined) return null;
  return (
    <Button
      variant="quiet"
      icon={<IconArrowBackUp aria-hidden="true" />}
      busy={change.isUnderWay}
      onClick={() => change.back(own)}
      {...(isPhone ? { 'aria-label': t('back') } : { children: t('back') })}
    />
  );
}
