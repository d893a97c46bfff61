/** The check result of a row as an icon, with text for screen readers. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconClock, IconUsers } from '@tabler/icons-react';
import type { ShownRow } from '../grid/row-store.ts';
import { isMild } from '../warnings.ts';
import classes from './workbench.module.css';

export function CheckMark({ row }: { row: ShownRow }) {
  const t = useTranslations('payouts.bench');
  const [Icon, tone, text] = row.mine
    ? ([IconUsers, 'warning', t('conflict')] as const)
    : row.isPending
      ? ([IconClock, 'pending', t('isChecking')] as const)
      : row.faults.length > 0
        ? ([IconAlertCircle, 'fault', t('hasErrors', { count: row.faults.length })] as const)
        : row.warnings.some(({ code }) => !isMild(code))
          ? ([IconAlertTriangle, 'warning', t('hasWarnings', { count: row.warnings.length })] as const)
          : ([IconCheck, 'right', t('passes')] as const);
  return (
    <span className={classes.check} data-tone={tone} title={text}>
      <Icon aria-hidden="true" />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
