/** Deposits that the network has not confirmed yet, and withdrawals that have not arrived; renders nothing if there are none. */
import type { Withdrawal } from '@calmly/contract';
import { shortAddress } from '@calmly/domain';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { MovementStatus } from '../history/movement-status.tsx';
import { cancelWithdrawalMutation, historyQuery, withdrawalsQuery } from '../queries.ts';

const arrivingFilter = { type: 'Deposit', period: 'ALL', status: 'DETECTED', currency: undefined } as const;
const leaving: ReadonlySet<Withdrawal['status']> = new Set([
  'APPROVAL',
  'QUEUED',
  'REVIEW',
  'SIGNING',
  'BROADCAST',
]);

const stepOf = (status: Withdrawal['status']) =>
  status === 'APPROVAL' || status === 'REVIEW' ? status : 'QUEUED';

export function UnderWay() {
  const t = useTranslations('wallets.underWay');
  const deposits =
    useInfiniteQuery(historyQuery(arrivingFilter)).data?.pages.flatMap(({ Items }) => Items) ?? [];
  const withdrawals = (useQuery(withdrawalsQuery).data?.Items ?? []).filter(({ status }) =>
    leaving.has(status),
  );
  if (deposits.length + withdrawals.length === 0) return null;
  return (
    <Card flush title={t('title')}>
      <Rows>
        {deposits.map((deposit) => (
          <Row
            key={deposit.id}
            icon={<IconArrowDownLeft aria-hidden="true" />}
            title={t('deposit', { asset: deposit.asset })}
            actions={
              <Grid as="span" gap={4} items="end">
                <Amount value={deposit.amount} currency={deposit.asset} direction="CREDIT" />
                <MovementStatus movement={deposit} />
              </Grid>
            }
          >
            <p>
              {t('confirmations', { done: deposit.confirmations, needed: deposit.confirmationsNeeded })}{' '}
              <HelpLink of="depositPending" />
            </p>
          </Row>
        ))}
        {withdrawals.map((withdrawal) => (
          <Row
            key={withdrawal.id}
            icon={<IconArrowUpRight aria-hidden="true" />}
            title={t('withdrawal', {
              asset: withdrawal.asset,
              payee: withdrawal.payeeName ?? shortAddress(withdrawal.address ?? ''),
            })}
            actions={
              <>
                <Grid as="span" gap={4} items="end">
                  <Amount value={withdrawal.amount} currency={withdrawal.asset} direction="DEBIT" />
                  <MovementStatus movement={withdrawal} />
                </Grid>
                {withdrawal.canCancel && <Cancel id={withdrawal.id} />}
              </>
            }
          >
            <p>
              {withdrawal.status === 'BROADCAST'
                ? t('confirmations', {
                    done: withdrawal.confirmations,
                    needed: withdrawal.confirmationsNeeded,
                  })
                : t(`steps.${stepOf(withdrawal.status)}`)}{' '}
              <HelpLink of="withdrawalPending" />
            </p>
          </Row>
        ))}
      </Rows>
    </Card>
  );
}

function Cancel({ id }: { id: string }) {
  const t = useTranslations('wallets.underWay');
  const cancelling = useMutation({
    ...cancelWithdrawalMutation,
    onSuccess: () => showSnackbar(t('canceled')),
    onError: showFailure,
  });
  return (
    <Button size="s" busy={cancelling.isPending} onClick={() => cancelling.mutate(id)}>
      {t('cancel')}
    </Button>
  );
}
