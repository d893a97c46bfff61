/** What is unusual about a request, each with what it means; nothing when nothing is. */
import type { Approval } from '@calmly/contract';
import { useTranslations } from '../../../i18n/index.tsx';
import { Notice } from '../../../ui/surface.tsx';
import classes from './inbox.module.css';

export function ApprovalWarnings({ approval: { warnings, requestedBy, facts } }: { approval: Approval }) {
  const t = useTranslations('approvals');
  if (warnings.length === 0) return null;
  return (
    <div className={classes.warnings}>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning" title={t(`warnings.${warning}`)}>
          {t(`warningTexts.${warning}`, {
            name: requestedBy.name,
            application: facts.application ?? '',
          })}
        </Notice>
      ))}
    </div>
  );
}
