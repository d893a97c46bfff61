/** The warnings of a request in one notice: the most serious in full, the others by name. */
import { type Approval, isSerious, type PayoutReview } from '@calmly/contract';
import { formatAccount } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { approvalOfQuery, reviewQuery } from '../queries.ts';
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
    <Grid gap={12} className={classes.unusual}>
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
    </Grid>
  );
}

/** The same for a waiting payout, on its own page. */
export function PayoutApprovalWarnings({ payoutId }: { payoutId: string }) {
  const approval = useQuery(approvalOfQuery(payoutId)).data;
  return approval ? <RowWarnings approval={approval} /> : null;
}

/** The number of a payout's rows with each warning, and that it can only be sent again. */
function RowWarnings({ approval }: { approval: Approval }) {
  const t = useTranslations('approvals');
  const review = useQuery(reviewQuery(approval)).data;
  // The request's warnings, until the current ones are loaded.
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
  if (warnings.length === 0 && !review?.isOutdated) return null;
  return (
    <Grid gap={12} className={classes.unusual}>
      {review?.isOutdated && (
        <Notice tone="error">
          {approval.canRecall
            ? t('payoutOutdatedOwn')
            : t('payoutOutdated', { name: approval.requestedBy.name })}
        </Notice>
      )}
      {serious.length > 0 ? (
        <Notice
          tone="error"
          title={t(approval.canDecide && !review?.isOutdated ? 'payoutWarnings' : 'payoutWarned')}
        >
          {serious.map((warning) => (
            <div key={warning} className={classes.warned}>
              <p>{named(warning)}</p>
              {isOfPayee.has(warning) && <FirstRows rows={review?.examples} code={warning} />}
            </div>
          ))}
          {also && <p className={classes.warned}>{also}</p>}
        </Notice>
      ) : (
        also && (
          <Text size={13} tone="soft" wrap="anywhere">
            {also}
          </Text>
        )
      )}
    </Grid>
  );
}

/** Warnings whose rows are listed in the notice, with payee and account. */
const isOfPayee: ReadonlySet<string> = new Set(['payee_account_replaced', 'payee_deleted_since']);

function FirstRows({ rows = [], code }: { rows?: PayoutReview['examples'] | undefined; code: string }) {
  const t = useTranslations('approvals');
  const format = useFormatter();
  return (
    <ul>
      {rows
        .filter((row) => row.code === code)
        .map(({ position, name, account, amount, currency }) => (
          <li key={position} translate="no">
            {t('warnedRow', {
              row: format.number(position),
              name,
              account: formatAccount(account),
              amount: amountText(amount, currency),
            })}
          </li>
        ))}
    </ul>
  );
}
