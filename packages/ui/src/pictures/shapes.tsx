/** Grey placeholders at the final size of the content, so that nothing moves when it arrives. No shimmer. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Grid, Inline } from '../layout/boxes.tsx';
import { useOnline } from '../online.ts';
import classes from './shapes.module.css';

interface ShapesProps {
  /** What loads; default: "Loading". */
  label?: string | undefined;
  /** False while nothing has been requested. */
  loading?: boolean;
  children: ReactNode;
}

/** Announced as one loading item. */
export function Shapes({ label, loading = true, children }: ShapesProps) {
  const t = useTranslations('ui');
  const online = useOnline();
  if (loading && !online) return <p className={classes.offline}>{t('offlineText')}</p>;
  if (!loading)
    return (
      <Grid gap={24} shrink aria-hidden="true">
        {children}
      </Grid>
    );
  return (
    <Grid role="status" aria-busy="true" aria-label={label ?? t('loading')} gap={24} shrink>
      {children}
    </Grid>
  );
}

/** A bar of text of some length. */
export function Bar({ width, height = 12 }: { width: string; height?: number }) {
  return <span className={classes.bar} style={{ width, height }} />;
}

/** Lengths that look like words. */
const lengths = ['62%', '48%', '72%', '55%', '67%', '42%', '60%', '70%'];
export const lengthAt = (index: number): string => lengths[index % lengths.length] ?? '60%';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Rows with a picture and two lines. */
export function RowShapes({ count = 3 }: { count?: number }) {
  return upTo(count).map((index) => (
    <Inline key={index} gap={16} align="center" className={classes.row}>
      <span className={classes.disc} />
      <Grid gap={8} grow className={classes.lines}>
        <Bar width={lengthAt(index)} />
        <Bar width={lengthAt(index + 3)} height={10} />
      </Grid>
    </Inline>
  ));
}

/** A label and a field, repeated. */
export function FormShape({ fields = 4 }: { fields?: number }) {
  return (
    <Shapes>
      <Grid gap={24} className={classes.form}>
        {upTo(fields).map((index) => (
          <div key={index} className={classes.field}>
            <Bar width="30%" />
            <span className={classes.box} />
          </div>
        ))}
      </Grid>
    </Shapes>
  );
}

/** A card with a heading and lines of names and values. */
export function FactsShape({ facts = 6 }: { facts?: number }) {
  return (
    <Shapes>
      <div className={classes.card}>
        <Bar width="32%" height={18} />
        {upTo(facts).map((index) => (
          <Inline key={index} gap={24} justify="between">
            <Bar width="24%" />
            <Bar width={index % 2 === 0 ? '36%' : '28%'} />
          </Inline>
        ))}
      </div>
    </Shapes>
  );
}

/** A card of rows under its heading. */
export function ListShape({ rows = 3, label }: { rows?: number; label?: string }) {
  return (
    <Shapes label={label}>
      <div className={classes.list}>
        <RowShapes count={rows} />
      </div>
    </Shapes>
  );
}
