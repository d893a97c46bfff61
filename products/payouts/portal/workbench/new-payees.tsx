/** The number of accounts that are not saved payees yet, and a button to view them. */
import { type PayoutDetails, savePayoutPayees } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newPayeesQuery } from '../repairs.ts';
import classes from './workbench.module.css';

const PayeesDialog = onDemand(async () => (await import('./payees-dialog.tsx')).PayeesDialog);

/** Waits for a pause in typing, which changes rows all the time. */
const pauseMs = 1_500;

export function NewPayees({ payout }: { payout: PayoutDetails }) {
  const t = useTranslations('payoutEditing.payees');
  const { held, reason } = useRight(savePayoutPayees);
  const [isOpen, setOpen] = useState(false);
  const [seen] = useDebouncedValue(`${payout.version} ${payout.remarksVersion}`, pauseMs);
  const { data } = useInfiniteQuery(newPayeesQuery(payout.id, seen));
  const total = data?.pages[0]?.total ?? 0;
  if (total === 0 && !isOpen) return null;
  return (
    <section className={classes.totals} aria-labelledby="payout-payees">
      <h2 id="payout-payees">{t('card', { count: total })}</h2>
      <Text size={13} tone="soft" wrap="anywhere">
        {held ? t('cardText') : reason}
      </Text>
      {held && (
        <Button block onClick={() => setOpen(true)}>
          {t('open')}
        </Button>
      )}
      {isOpen && <PayeesDialog payout={payout} onClose={() => setOpen(false)} />}
    </section>
  );
}
