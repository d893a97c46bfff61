/** English or Russian, at once and for good. The platform's own select under a drawn label. */
import { IconChevronDown, IconWorld } from '@tabler/icons-react';
import { type Locale, useLocaleControl, useTranslations } from '../i18n/index.tsx';
import classes from './language-select.module.css';

/** `short` shows the code (EN) instead of the name. */
export function LanguageSelect({ short }: { short?: boolean }) {
  const t = useTranslations('shell.topbar');
  const { locale, setLocale } = useLocaleControl();
  return (
    <span className={classes.language} data-short={short || undefined}>
      <IconWorld aria-hidden="true" />
      <span className={classes.name} aria-hidden="true">
        {locale === 'ru' ? t('russian') : t('english')}
      </span>
      <span className={classes.code} aria-hidden="true">
        {locale.toUpperCase()}
      </span>
      <IconChevronDown aria-hidden="true" className={classes.chevron} />
      <select
        aria-label={t('language')}
        value={locale}
        onChange={(event) => void setLocale(event.target.value as Locale)}
      >
        <option value="en">{t('english')}</option>
        <option value="ru">{t('russian')}</option>
      </select>
    </span>
  );
}
