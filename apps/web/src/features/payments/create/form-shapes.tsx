/** The form's shapes at their final sizes, while accounts load. */
import { useTranslations } from '../../../i18n/index.tsx';
import classes from './create.module.css';

export function FormShapes() {
  const t = useTranslations('ui');
  return (
    <div className={classes.page} role="status" aria-label={t('loading')}>
      <div className={classes.form}>
        {[40, 96, 96, 104, 112].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity
          <div key={index} className={classes.shape} style={{ height }} />
        ))}
      </div>
      <div className={classes.draft} />
      <div className={classes.shape} style={{ height: 360 }} />
    </div>
  );
}
