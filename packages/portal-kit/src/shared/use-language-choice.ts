/** Changes the language, or reports that it could not be changed. */

import { type Locale, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { isReloading } from './browsers/lost-chunk.ts';

export function useLanguageChoice(): (chosen: Locale) => void {
  const t = useTranslations('shell.topbar');
  const { setLocale } = useLocaleControl();
  return (chosen) => {
    setLocale(chosen).catch(() => {
      if (!isReloading()) showSnackbar(t('languageFailed'));
    });
  };
}
