/**
 * A form with its `SummaryCard` beside it, or above it where there is no room for both. On a phone, what has `data-bottom-bar` stays at the
 * bottom of the window.
 *
 *     <form {...form.props} className={besideSummary}>
 *       <div className={formFields}>…</div>
 *       <SummaryCard title={t('summary')}>…</SummaryCard>
 *     </form>
 */
import type { ReactNode } from 'react';
import classes from './beside-summary.module.css';
import { Inline } from './layout/boxes.tsx';
import { Text } from './layout/text.tsx';

export const besideSummary = classes.page;
export const formFields = classes.fields;

/** Shown in a summary while a figure is unknown. */
export const notYet: ReactNode = <NotYet>–</NotYet>;

export function NotYet({ children }: { children: ReactNode }) {
  return (
    <Text as="span" tone="faint">
      {children}
    </Text>
  );
}

/** The last line of a summary: the remaining balance. */
export function SummaryLeft({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Inline gap={16} justify="between" className={classes.left}>
      <span>{label}</span>
      {children}
    </Inline>
  );
}
