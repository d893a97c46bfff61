/** Card purchases, and the merchant's actions on each: collect, release, refund. */
import { type DeskPurchase, disputeOutcomes } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Badge } from '@calmly/ui/facts/status-badge.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { MoreRows, Row, Rows, RowsShape } from '@calmly/ui/lists/rows.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Card } from '@calmly/ui/surface.tsx';
import { IconBuildingStore, IconShoppingBag } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './desk.module.css';
import { MerchantDialog } from './merchant-dialog.tsx';
import { PurchaseDialog } from './purchase-dialog.tsx';
import { disputeMutation, merchantMutation, purchasesQuery } from './queries.ts';

export function MerchantsCard() {
  const t = useTranslations('sandboxDesk.merchants');
  const purchases = useInfiniteQuery(purchasesQuery);
  const [buying, setBuying] = useState(false);
  const [open, setOpen] = useState<DeskPurchase>();
  const items = purchases.data?.pages.flatMap(({ Items }) => Items);
  return (
    <Card
      flush
      title={t('title')}
      aside={
        <Button size="s" onClick={() => setBuying(true)}>
          {t('buy')}
        </Button>
      }
    >
      {purchases.isPending && <RowsShape label={t('loading')} />}
      {purchases.isError && !items && (
        <ErrorState error={purchases.error} onRetry={() => void purchases.refetch()} />
      )}
      {items?.length === 0 && (
        <EmptyState icon={<IconShoppingBag aria-hidden="true" />} title={t('empty')} text={t('emptyText')} />
      )}
      {items && items.length > 0 && (
        <Rows>
          {items.map((purchase) => (
            <PurchaseRow key={purchase.id} purchase={purchase} onMore={() => setOpen(purchase)} />
          ))}
        </Rows>
      )}
      <MoreRows query={purchases} />
      {buying && <PurchaseDialog onDone={() => setBuying(false)} />}
      {open && <MerchantDialog purchase={open} onDone={() => setOpen(undefined)} />}
    </Card>
  );
}

function PurchaseRow({ purchase, onMore }: { purchase: DeskPurchase; onMore: () => void }) {
  const words = useTranslations('cardPayments.declined');
  const { card, declineReason } = purchase;
  return (
    <Row
      icon={<IconBuildingStore aria-hidden="true" />}
      title={
        <>
          {purchase.merchantName}
          <span className={classes.amount}>
            <Amount value={purchase.amount} currency={purchase.currency} />
          </span>
        </>
      }
      actions={<Actions purchase={purchase} onMore={onMore} />}
    >
      <p>{declineReason === null ? card : `${card} · ${words(`${declineReason}.why`)}`}</p>
      <p className={classes.planned}>
        <State purchase={purchase} />
      </p>
    </Row>
  );
}

function State({ purchase }: { purchase: DeskPurchase }) {
  const t = useTranslations('sandboxDesk.merchants');
  const words = useTranslations('cardPayments');
  const { status, held, cleared, currency, dispute } = purchase;
  if (dispute && isUnderWay(purchase))
    return <Badge colour="yellow">{t('disputed', { amount: amountText(dispute.amount, currency) })}</Badge>;
  if (status === 'HELD')
    return <Badge colour="blue">{t('held', { amount: amountText(held, currency) })}</Badge>;
  if (status === 'CLEARED')
    return <Badge colour="green">{t('collected', { amount: amountText(cleared, currency) })}</Badge>;
  return <Badge colour={status === 'DECLINED' ? 'red' : 'grey'}>{words(`statuses.${status}`)}</Badge>;
}

function Actions({ purchase, onMore }: { purchase: DeskPurchase; onMore: () => void }) {
  const t = useTranslations('sandboxDesk.merchants');
  const deciding = useMutation(merchantMutation);
  const { id, status, merchantName: name } = purchase;
  const named = (label: string) => `${label}: ${name}`;
  if (isUnderWay(purchase)) return <Outcomes purchase={purchase} onMore={onMore} />;
  if (status === 'CLEARED')
    return (
      <Button size="s" aria-label={named(t('refund'))} onClick={onMore}>
        {t('refund')}
      </Button>
    );
  if (status !== 'HELD' && status !== 'RELEASED') return null;
  return (
    <>
      <Button
        size="s"
        aria-label={named(t('collect'))}
        busy={deciding.isPending}
        onClick={() =>
          deciding.mutate(
            { id, action: 'clear' },
            { onSuccess: () => showSnackbar(t('done.clear', { name })), onError: showFailure },
          )
        }
      >
        {t('collect')}
      </Button>
      {status === 'HELD' && (
        <Button size="s" variant="quiet" aria-label={named(t('more'))} onClick={onMore}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

const isUnderWay = ({ dispute }: DeskPurchase) =>
  dispute?.status === 'OPEN' || dispute?.status === 'IN_REVIEW';

/** The card scheme's decisions, and a refund meanwhile. */
function Outcomes({ purchase, onMore }: { purchase: DeskPurchase; onMore: () => void }) {
  const t = useTranslations('sandboxDesk.merchants');
  const deciding = useMutation(disputeMutation);
  const { dispute, merchantName: name } = purchase;
  return (
    <>
      {disputeOutcomes.map((outcome) => (
        <Button
          key={outcome}
          size="s"
          aria-label={`${t(outcome)}: ${name}`}
          busy={deciding.isPending && deciding.variables.outcome === outcome}
          onClick={() =>
            deciding.mutate(
              { id: dispute?.id ?? '', outcome },
              { onSuccess: () => showSnackbar(t(`decided.${outcome}`, { name })), onError: showFailure },
            )
          }
        >
          {t(outcome)}
        </Button>
      ))}
      <Button size="s" variant="quiet" aria-label={`${t('refund')}: ${name}`} onClick={onMore}>
        {t('refund')}
      </Button>
    </>
  );
}
