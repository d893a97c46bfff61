/** A row that someone else changed first: both values, and the choice between them. */
import type { PayoutField } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import type { RowStore } from '../grid/row-store.ts';
import { useCount } from '../words.tsx';
import classes from './workbench.module.css';

export function Conflict({ store, position }: { store: RowStore; position: number }) {
  const t = useTranslations('payouts.panel');
  const words = useTranslations('payoutWords.field');
  const count = useCount();
  const row = store.row(position);
  if (!row?.mine) return null;
  return (
    <div className={classes.remark} data-tone="warning" role="alert">
      <p className={classes.remarkTitle}>{t('conflictTitle')}</p>
      {(Object.entries(row.mine) as [PayoutField, string][]).map(([field, mine]) => (
        <dl key={field} className={classes.both}>
          <dt>{t('place', { row: count(position), field: words(field) })}</dt>
          <dd>
            {t('mine')}: <b translate="no">{mine || t('emptyCell')}</b>
          </dd>
          <dd>
            {t('theirs')}: <b translate="no">{row.cells[field] || t('emptyCell')}</b>
          </dd>
        </dl>
      ))}
      <Inline wrap gap={8} shrink className={classes.suggestions}>
        <Button size="s" onClick={() => store.settle(position, 'mine')}>
          {t('useMine')}
        </Button>
        <Button size="s" onClick={() => store.settle(position, 'theirs')}>
          {t('keepTheirs')}
        </Button>
      </Inline>
    </div>
  );
}
