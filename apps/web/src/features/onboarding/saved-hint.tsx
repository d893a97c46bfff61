/** Beside a form: says that entries are saved and registration can be continued later. */
import { IconDevices } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { Card } from '../../ui/surface.tsx';
import classes from './onboarding.module.css';

export function SavedHint() {
  const t = useTranslations('onboarding.saved');
  return (
    <Card>
      <IconDevices aria-hidden="true" className={classes.asideIcon} />
      <h2 className={classes.asideTitle}>{t('title')}</h2>
      <p className={classes.asideText}>{t('text')}</p>
    </Card>
  );
}
