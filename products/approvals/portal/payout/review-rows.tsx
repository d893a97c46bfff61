/** The rows of a waiting payout, all or those with a warning. */
import { isSerious, type PayoutReview, type PayoutWarning, type ReviewRow } from '@calmly/contract';
import { formatAccount } from '@calmly/domain';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { SheetSection, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewRowsQuery } from '../queries.ts';
import classes from './payout-review.module.css';

interface ReviewRowsProps extends Pick<PayoutReview, 'rows' | 'warnings'> {
  approvalId: string;
}

export function ReviewRows({ approvalId, rows: count, warnings }: ReviewRowsProps) {
  const t = useTranslations('approvals.review');
  const titles = useTranslations('approvals.warnings');
  const format = useFormatter();
  const [warning, setWarning] = useState<PayoutWarning>();
  const rows = useInfiniteQuery(reviewRowsQuery(approvalId, warning));
  return (
    <SheetSection title={t('rows')} aside={format.number(count)}>
      {warnings.length > 0 && (
        <Inline as="fieldset" wrap gap={8} className={classes.filter}>
          <legend className="visually-hidden">{t('filter')}</legend>
          {warnings.map(({ field, code, rows: warned }) => (
            <Button
              key={`${field} ${code}`}
              size="s"
              aria-pressed={warning === code}
              onClick={() => setWarning(warning === code ? undefined : (code as PayoutWarning))}
            >
              {titles(code as PayoutWarning)} {format.number(warned)}
            </Button>
          ))}
        </Inline>
      )}
      {rows.isError ? (
        <ErrorState compact error={rows.error} onRetry={() => void rows.refetch()} />
      ) : rows.data ? (
        <ul className={classes.list} aria-label={t('rows')}>
          {rows.data.map((row) => (
            <Row key={row.position} row={row} />
          ))}
        </ul>
      ) : (
        <SheetShape />
      )}
      {rows.hasNextPage && (
        <Button size="s" busy={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          {t('showMore')}
        </Button>
      )}
    </SheetSection>
  );
}

function Row({ row }: { row: ReviewRow }) {
  const t = useTranslations('approvals.review');
  const format = useFormatter();
  const serious = row.warnings.filter(({ code }) => isSerious(code));
  return (
    <li>
      <Grid as="span" shrink className={classes.account}>
        <span translate="no">{row.name || formatAccount(row.account)}</span>
        <small translate="no">{formatAccount(row.account)}</small>
        <small>
          {t('row', { row: format.number(row.position) })}
          {row.reference && ` · ${row.reference}`}
        </small>
        {serious.map(({ field, code, message }) => (
          <small key={`${field} ${code}`} className={classes.warning}>
            {message}
          </small>
        ))}
      </Grid>
      <Amount value={row.amount} currency={row.currency} />
    </li>
  );
}
