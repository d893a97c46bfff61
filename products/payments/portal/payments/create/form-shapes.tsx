/** Placeholders of the form at their final sizes, while accounts load. */
import { useTranslations } from '@calmly/texts/index.tsx';
import classes from './create.module.css';

const heights = { kind: 40, from: 96, to: 96, amount: 104, delivery: 112 };

export function FormShapes() {
  const t = useTranslations('ui');
  return (
    <div className={classes.page} role="status" aria-label={t('loading')}>
      <div className={classes.form}>
        {Object.entries(heights).map(([field, height]) => (
          <div key={field} className={classes.shape} style={{ height }} />
        ))}
      </div>
      <div className={classes.draft} />
      <div className={classes.shape} style={{ height: 360 }} />
    </div>
  );
}
