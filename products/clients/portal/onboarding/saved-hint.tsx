/** Tells the applicant, beside a form, that entries are saved and registration can be continued later. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconDevices } from '@tabler/icons-react';
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
