/** Switches between English and Russian, at once and permanently. */
import { IconWorld } from '@tabler/icons-react';
import { type Locale, useLocaleControl, useTranslations } from '../i18n/index.tsx';
import { Select } from '../ui/fields/select.tsx';
import classes from './language-select.module.css';

/** `short` shows the code (EN) instead of the name. */
export function LanguageSelect({ short }: { short?: boolean }) {
  const t = useTranslations('shell.topbar');
  const { locale, setLocale } = useLocaleControl();
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
      onChange={(event) => void setLocale(event.target.value as Locale)}
    >
      <option value="en">{t('english')}</option>
      <option value="ru">{t('russian')}</option>
    </Select>
  );
}
