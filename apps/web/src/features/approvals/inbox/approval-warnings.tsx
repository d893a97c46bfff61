/** The warnings of a request in one notice: the most serious in full, the others by name. */
import { type Approval, isSerious } from '@calmly/contract';
import { useTranslations } from '../../../i18n/index.tsx';
import { Notice } from '../../../ui/surface.tsx';
import classes from './inbox.module.css';

export function ApprovalWarnings({ approval: { warnings, requestedBy, facts } }: { approval: Approval }) {
  const t = useTranslations('approvals');
  const [first, ...others] = warnings.toSorted(
    (one, other) => Number(isSerious(other)) - Number(isSerious(one)),
  );
  if (!first) return null;
  return (
    <div className={classes.unusual}>
      <Notice tone={isSerious(first) ? 'error' : 'warning'} title={t(`warnings.${first}`)}>
        <p>
          {t(`warningTexts.${first}`, {
            name: requestedBy.name,
            application: facts.application ?? '',
          })}
        </p>
        {others.length > 0 && (
          <p>{t('alsoUnusual', { titles: others.map((each) => t(`warnings.${each}`)).join(' · ') })}</p>
        )}
      </Notice>
    </div>
  );
}
