/** `/payments?tab=bookkeeping`: missing receipts and exports. A mailed link names an export and its month (`export`, `month`). */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { z } from 'zod';
import classes from './bookkeeping.module.css';
import { ExportsCard } from './exports/exports-card.tsx';
import { ReceiptsCard } from './receipts/receipts-card.tsx';

const linked = z.object({ export: z.uuid(), month: z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/) });

export function BookkeepingTab({ search }: { search: Readonly<Record<string, unknown>> }) {
  const t = useTranslations('payments');
  const mailed = linked.safeParse(search);
  return (
    <Grid gap={24} className={classes.tab}>
      <PageHeader title={t('title')} />
      <ExportsCard mailed={mailed.success ? mailed.data : undefined} />
      <ReceiptsCard />
    </Grid>
  );
}
