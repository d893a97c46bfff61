/** The dark/light switch of the top bar. */
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { Button } from '../../ui/button.tsx';
import { setDark, useDark } from '../../ui/theme/colour-scheme.ts';

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
