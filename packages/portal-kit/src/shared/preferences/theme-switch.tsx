/** The dark/light switch of the top bar. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { setDark, useDark } from '@calmly/ui/theme/colour-scheme.ts';
import { IconMoon, IconSun } from '@tabler/icons-react';

export function ThemeSwitch() {
  const t = useTranslations('shell.topbar');
  const dark = useDark();
  const Icon = dark ? IconSun : IconMoon;
  return (
    <Button
      variant="quiet"
      icon={<Icon aria-hidden="true" />}
      aria-label={dark ? t('toLight') : t('toDark')}
      onClick={() => setDark(!dark)}
    />
  );
}
