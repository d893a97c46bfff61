/**
 * Covers everything while the portal determines who is signed in. A separate file, because every page starts with it, but few open a
 * dialog.
 */
import { useTranslations } from 'use-intl';
import { Spinner } from '../button.tsx';
import classes from './loading-dialog.module.css';

export function LoadingDialog() {
  const t = useTranslations('ui');
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      <Spinner />
    </div>
  );
}
