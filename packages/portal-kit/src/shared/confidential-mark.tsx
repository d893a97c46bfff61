/** A lock beside a name: only people with the right see it. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { IconLock } from '@tabler/icons-react';
import classes from './confidential-mark.module.css';

export function ConfidentialMark() {
  const t = useTranslations('payments.confidential');
  return (
    <span className={classes.mark} title={t('mark')}>
      <IconLock aria-hidden="true" />
      <span className="visually-hidden">{t('mark')}</span>
    </span>
  );
}
