/** A browser's name and icon, and when it was last used. */

import { useFormatter, useNow, useTranslations } from '@calmly/texts/index.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';

interface Place {
  readonly browser: string | null;
  readonly system: string | null;
}

/** `const placeName = usePlaceName(); … placeName(session)` */
export function usePlaceName(): (place: Place) => string {
  const t = useTranslations('security');
  return ({ browser, system }) => {
    const name = browser ?? t('unknownBrowser');
    return system ? t('place', { browser: name, system }) : name;
  };
}

const telephones: ReadonlySet<string | null> = new Set(['iPhone', 'iPad', 'Android']);

export function PlaceIcon({ system }: Pick<Place, 'system'>) {
  const Icon = telephones.has(system) ? IconDeviceMobile : IconDeviceDesktop;
  return <Icon aria-hidden="true" />;
}

const nowSeconds = 60;

/** `const ago = useAgo(); … ago(date)`: how long ago in words; undefined within the last minute. */
export function useAgo(): (time: string) => string | undefined {
  const format = useFormatter();
  const now = useNow({ updateInterval: nowSeconds * 1000 });
  return (time) => {
    const at = new Date(time);
    return now.getTime() - at.getTime() < nowSeconds * 1000 ? undefined : format.relativeTime(at, now);
  };
}
