/** How a browser is named and drawn: what its owner calls it, or browser and system. */
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';

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
