/** The result of each row after the payout is confirmed; read-only. */
import { listPayoutRows, type PayoutDetails } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Menu } from '@calmly/ui/layers/popovers/menu.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createRowStore } from '../grid/row-store.ts';
import { PartTitle } from '../payout/part-title.tsx';
import { Totals } from '../workbench/totals.tsx';
import { AgainDialog } from './again-dialog.tsx';
import { OutcomeCounts } from './outcome-counts.tsx';
import { PayState } from './pay-state.tsx';
import classes from './paying.module.css';
import { resultsMutation } from './queries.ts';
import { ResultRows } from './result-rows.tsx';

export function Results({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.results');
  const { id, status, summary, version } = payout;
  const [store] = useState(() =>
    createRowStore(
      {
        read: async (from, limit) =>
          (await bank.call(listPayoutRows, { params: { id }, query: { from, limit } })).rows,
        change: () => Promise.reject(new Error('rows of a confirmed payout don’t change')),
        onChanged: () => undefined,
        onFailed: showFailure,
      },
      payout.results,
    ),
  );
  const state = useSyncExternalStore(store.subscribe, store.state);
  const seen = useRef(`${version}`);
  const settled = `${version} ${summary.paid} ${summary.failed}`;
  useEffect(() => {
    if (seen.current !== settled) store.refresh();
    seen.current = settled;
  }, [settled, store]);
  if (status === 'CANCELED') return <Notice tone="info">{t('discarded')}</Notice>;
  return (
    <>
      <PartTitle isHidden>{t('title')}</PartTitle>
      <PayState payout={payout} />
      <Grid gap={16} align="start" className={classes.results}>
        <Grid gap={16} className={classes.side}>
          <Counts payout={payout} />
          <Totals payout={payout} title={t('totals')} />
        </Grid>
        <ResultRows payout={payout} store={store} reading={state.reading} />
      </Grid>
    </>
  );
}

function Counts({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.results');
  const { id, summary, status } = payout;
  const saving = useMutation(resultsMutation(id));
  const hasResults = status === 'DONE' || status === 'PAYING';
  if (!hasResults) return null;
  const save = (format: 'csv' | 'pain002') => saving.mutate(format, { onError: showFailure });
  return (
    <Grid as="section" gap={12} className={classes.counts}>
      <OutcomeCounts summary={summary} />
      <Menu
        block
        label={t('download')}
        labelShown
        icon={<IconDownload aria-hidden="true" />}
        busy={saving.isPending}
        actions={[
          { text: t('csv'), onChoose: () => save('csv') },
          { text: t('pain002'), onChoose: () => save('pain002') },
        ]}
      />
      {status === 'DONE' && summary.failed + summary.faulty > 0 && <Again id={id} />}
    </Grid>
  );
}

/** Makes a new payout of the unpaid rows. */
function Again({ id }: { id: string }) {
  const t = useTranslations('payouts.results');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button block icon={<IconRefresh aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('again')}
      </Button>
      {isOpen && <AgainDialog id={id} onClose={() => setOpen(false)} />}
    </>
  );
}
