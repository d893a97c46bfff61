/** Switches between English and Russian, at once and permanently. */

import { type Locale, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Select } from '@calmly/ui/fields/select.tsx';
import { IconWorld } from '@tabler/icons-react';
import { useEffect, useEffectEvent } from 'react';
import { takeLostLanguage } from '../browsers/lost-chunk.ts';
import { useLanguageChoice } from '../use-language-choice.ts';
import classes from './language-select.module.css';

/** A page that was opened anew because a language's file was gone tries the language once more. Rendered once it is known who is there. */
export function LostLanguage() {
  const choose = useLanguageChoice();
  const tryAgain = useEffectEvent(() => {
    const lost = takeLostLanguage();
    if (lost) choose(lost);
  });
  useEffect(() => tryAgain(), []);
  return null;
}

/** `short` shows the code (EN) instead of the name. */
export function LanguageSelect({ short }: { short?: boolean }) {
  const t = useTranslations('shell.topbar');
  const { locale } = useLocaleControl();
  const choose = useLanguageChoice();
  return (
    <Select
      className={classes.language}
      look={{ 'data-short': short ? '' : undefined }}
      left={<IconWorld aria-hidden="true" />}
      shown={
        <>
          <span className={classes.name}>{locale === 'ru' ? t('russian') : t('english')}</span>
          <span className={classes.code}>{locale.toUpperCase()}</span>
        </>
      }
      aria-label={t('language')}
      value={locale}
      onChange={(event) => choose(event.target.value as Locale)}
    >
      <option value="en">{t('english')}</option>
      <option value="ru">{t('russian')}</option>
    </Select>
  );
}
