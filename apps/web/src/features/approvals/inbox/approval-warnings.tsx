/** The warnings of a request in one notice: the most serious in full, the others by name. */
import { type Approval, isSerious } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../i18n/index.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { reviewQuery } from '../queries.ts';
import classes from './inbox.module.css';

export function ApprovalWarnings({ approval }: { approval: Approval }) {
  const t = useTranslations('approvals');
  const { kind, warnings, requestedBy, facts } = approval;
  const [first, ...others] = warnings.toSorted(
    (one, other) => Number(isSerious(other)) - Number(isSerious(one)),
  );
  if (kind === 'payout') return <RowWarnings approval={approval} />;
  if (!first) return null;
  // The others are warnings of rows.
  const text = `warningTexts.${first}` as
    | 'warningTexts.account_from_application'
    | 'warningTexts.payee_account_replaced'
    | 'warningTexts.payee_added_by_requester';
  return (
    <div className={classes.unusual}>
      <Notice tone={isSerious(first) ? 'error' : 'warning'} title={t(`warnings.${first}`)}>
        <p>
          {t(text, {
            name: requestedBy.name,
            application: facts.application ?? '',
            account: facts.creditorAccount ?? facts.address ?? '',
          })}
        </p>
        {others.length > 0 && (
          <p>{t('alsoUnusual', { titles: others.map((each) => t(`warnings.${each}`)).join(' · ') })}</p>
        )}
      </Notice>
    </div>
  );
}

/** How many rows of a payout have each warning. */
function RowWarnings({ approval }: { approval: Approval }) {
  const t = useTranslations('approvals');
  const review = useQuery(reviewQuery(approval)).data;
  // Those of the request, until those of this moment are known.
  const rows = new Map<string, number>();
  if (review?.isMasked === false)
    for (const { code, rows: count } of review.warnings) rows.set(code, (rows.get(code) ?? 0) + count);
  else
    for (const each of approval.facts.warned?.split(', ') ?? []) {
      const [code = '', count] = each.split(' ');
      rows.set(code, Number(count));
    }
  const warnings = [...rows.keys()] as Approval['warnings'];
  const named = (warning: Approval['warnings'][number]) =>
    t('warnedRows', { title: t(`warnings.${warning}`), count: rows.get(warning) ?? 0 });
  const serious = warnings.filter(isSerious);
  const others = warnings.filter((warning) => !isSerious(warning));
  const also = others.length > 0 && t('alsoUnusual', { titles: others.map(named).join(' · ') });
  if (warnings.length === 0) return null;
  return (
    <div className={classes.unusual}>
      {serious.length > 0 ? (
        <Notice tone="error" title={t(approval.canDecide ? 'payoutWarnings' : 'payoutWarned')}>
          {serious.map((warning) => (
            <p key={warning}>{named(warning)}</p>
          ))}
          {also && <p>{also}</p>}
        </Notice>
      ) : (
        also && <p className={classes.note}>{also}</p>
      )}
    </div>
  );
}
