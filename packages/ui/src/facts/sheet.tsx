/** The content of a drawer: its header, sections with hairlines, labelled lists, and placeholders while it loads. */
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Inline, Stack } from '../layout/boxes.tsx';
import { Text } from '../layout/text.tsx';
import classes from './sheet.module.css';

/** The figure, the other party, the status, the next action. */
export function SheetHead({ children }: { children: ReactNode }) {
  return (
    <Stack gap={8} align="start" className={classes.head}>
      {children}
    </Stack>
  );
}

/** The line under the figure: payer or payee. */
export function SheetParty({ children }: { children: ReactNode }) {
  return (
    <Text tone="soft" wrap="anywhere" className={classes.party}>
      {children}
    </Text>
  );
}

interface SheetSectionProps {
  title: ReactNode;
  /** For screen readers only: the facts speak for themselves. */
  titleHidden?: boolean;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

export function SheetSection({ title, titleHidden, aside, children }: SheetSectionProps) {
  return (
    <section className={classes.section}>
      <div className={titleHidden ? 'visually-hidden' : classes.sectionHead}>
        <h3>{title}</h3>
        {aside && <span>{aside}</span>}
      </div>
      {children}
    </section>
  );
}

/** A line of a `dl`: name and value; left out without a value. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (children === undefined || children === null || children === false || children === '') return null;
  return (
    <Inline gap={16} align="center" justify="between" className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Inline>
  );
}

/** Grey shapes of about the final sizes. */
export function SheetShape() {
  const t = useTranslations('ui');
  return (
    <div role="status" aria-label={t('loading')} className={classes.shape}>
      {['60%', '45%', '96px', '70%', '55%', '62%', '48%', '66%'].map((width) => (
        <div key={width} style={{ width }} />
      ))}
    </div>
  );
}
