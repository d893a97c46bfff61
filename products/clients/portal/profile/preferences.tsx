/** Language and theme. Both apply at once without losing unsaved entries. The theme belongs to the app, so it is passed in. */

import { useLanguageChoice } from '@calmly/portal-kit/shared/use-language-choice.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import classes from './profile.module.css';

export interface PreferencesProps {
  dark: boolean;
  onDark: (dark: boolean) => void;
}

export function Preferences({ dark, onDark }: PreferencesProps) {
  const t = useTranslations('profile');
  const shell = useTranslations('shell.topbar');
  const { locale } = useLocaleControl();
  const chooseLanguage = useLanguageChoice();
  return (
    <Card>
      <Stack gap={24}>
        <div className={classes.choice}>
          <span aria-hidden="true">{t('language')}</span>
          <Segments
            label={t('language')}
            value={locale}
            options={[
              { value: 'en', label: shell('english') },
              { value: 'ru', label: shell('russian') },
            ]}
            onChange={chooseLanguage}
          />
        </div>
        <div className={classes.choice}>
          <span aria-hidden="true">{t('theme')}</span>
          <Segments
            label={t('theme')}
            value={dark ? 'dark' : 'light'}
            options={[
              { value: 'light', label: t('light') },
              { value: 'dark', label: t('dark') },
            ]}
            onChange={(next) => onDark(next === 'dark')}
          />
        </div>
      </Stack>
    </Card>
  );
}
