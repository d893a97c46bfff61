/** One payment of a card in the drawer: amounts in both currencies, the merchant, and advice for a declined one. */
import { blockCard, type CardDetails, type CardTransaction, issueCard } from '@calmly/contract';
import { countryName, isZeroDecimal } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { Receipts } from '@calmly/portal-kit/shared/receipts/receipts.tsx';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetHead, SheetParty, SheetSection, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useState } from 'react';
import { masked } from '../card-state.ts';
import { DisputeSection } from '../disputes/dispute-section.tsx';
import { movedNothing } from './days.ts';
import { TransactionBadge } from './transaction-row.tsx';

interface TransactionDrawerProps {
  id: string;
  /** Undefined while loading, and if the card has no such payment. */
  transaction: CardTransaction | undefined;
  isLoading: boolean;
  /** The error of loading it, if any. */
  failure: { readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  card: CardDetails;
  onClose: () => void;
  onReplaced: (id: string) => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

const DisputeDialog = onDemand(async () => (await import('../disputes/dispute-dialog.tsx')).DisputeDialog);
const ProtectDialog = onDemand(async () => (await import('../disputes/protect-dialog.tsx')).ProtectDialog);

export function TransactionDrawer(props: TransactionDrawerProps) {
  const { id, transaction, isLoading, failure, card, onReplaced, ...drawer } = props;
  const t = useTranslations('cards.drawer');
  const disputes = useTranslations('cardDisputes');
  const { held: mayBlock } = useRight(blockCard);
  const [asked, setAsked] = useState<'dispute' | 'protect'>();
  const close = () => setAsked(undefined);
  const disputable = transaction?.disputable;
  return (
    <>
      <SideDrawer
        {...drawer}
        title={
          transaction?.isDisputeCredit
            ? disputes('credit')
            : transaction?.isDisputeReversal
              ? disputes('reversal')
              : t(transaction?.status === 'REFUND' ? 'refund' : 'title')
        }
        footer={
          <>
            <ButtonLink to="/payments" search={{ payment: id }}>
              {t('open')}
            </ButtonLink>
            {disputable && <Button onClick={() => setAsked('dispute')}>{disputes('open')}</Button>}
          </>
        }
      >
        {transaction ? (
          <TransactionSheet card={card} transaction={transaction} />
        ) : isLoading ? (
          <SheetShape />
        ) : failure.error ? (
          <ErrorState error={failure.error} onRetry={() => void failure.refetch()} />
        ) : (
          <EmptyState
            icon={<IconFileOff aria-hidden="true" />}
            title={t('missingTitle')}
            text={t('missingText')}
          />
        )}
      </SideDrawer>
      {asked === 'dispute' && transaction && disputable && (
        <DisputeDialog
          row={transaction}
          most={disputable.amount}
          onClose={close}
          onOpened={(reason) =>
            setAsked(reason === 'not_me' && mayBlock && card.status === 'ACTIVE' ? 'protect' : undefined)
          }
        />
      )}
      {asked === 'protect' && <ProtectDialog card={card} onClose={close} onReplaced={onReplaced} />}
    </>
  );
}

function TransactionSheet({ card, transaction: row }: { card: CardDetails; transaction: CardTransaction }) {
  const t = useTranslations('cards.drawer');
  const words = useTranslations('cardPayments');
  const disputes = useTranslations('cardDisputes');
  const { held: mayChange } = useRight(issueCard);
  const { locale } = useLocaleControl();
  const format = useFormatter();
  const isForeign = row.merchantCurrency !== row.currency;
  return (
    <>
      <SheetHead>
        <Amount
          size="figure"
          value={row.amount}
          currency={row.currency}
          direction={row.direction}
          off={movedNothing(row)}
        />
        <SheetParty>{t(row.direction === 'DEBIT' ? 'at' : 'from', { name: row.merchantName })}</SheetParty>
        <TransactionBadge row={row} />
        {row.declineReason && (
          <Notice tone="error" title={words(`declined.${row.declineReason}.why`)}>
            {words(`declined.${row.declineReason}.next`)} <HelpLink of="cardDeclined" />
          </Notice>
        )}
        {row.isDisputeCredit && <Notice tone="success">{disputes('creditText')}</Notice>}
        {row.isDisputeReversal && <Notice tone="info">{disputes('reversalText')}</Notice>}
        {row.status === 'HELD' && <Notice tone="info">{t('held')}</Notice>}
        {row.status === 'RELEASED' && <Notice tone="info">{t('released')}</Notice>}
      </SheetHead>
      {row.dispute && (
        <DisputeSection row={row} dispute={row.dispute} mayWithdraw={card.isMine || mayChange} />
      )}
      {takesReceipts(row) && <Receipts id={row.id} />}
      <SheetSection title={t('details')}>
        <dl>
          <Fact name={t('when')}>
            {format.dateTime(new Date(row.createdAt), { dateStyle: 'long', timeStyle: 'short' })}
          </Fact>
          {isForeign && (
            <>
              <Fact name={t('charged')}>
                <Amount value={row.merchantAmount} currency={row.merchantCurrency} />
              </Fact>
              <Fact name={t('rate')}>
                {row.rate &&
                  !isZeroDecimal(row.rate) &&
                  t('rateText', { shop: row.merchantCurrency, rate: row.rate, card: row.currency })}
              </Fact>
            </>
          )}
          <Fact name={t('card')}>{`${card.name}, ${masked(card)}`}</Fact>
          <Fact name={t('channel')}>{words(`channels.${row.channel}`)}</Fact>
        </dl>
      </SheetSection>
      <SheetSection title={t('merchant')}>
        <dl>
          <Fact name={t('name')}>{row.merchantName}</Fact>
          <Fact name={t('category')}>
            {t('categoryText', { name: words(`categories.${row.group}`), mcc: row.mcc })}
          </Fact>
          <Fact name={t('city')}>{row.merchantCity}</Fact>
          <Fact name={t('country')}>{row.merchantCountry && countryName(row.merchantCountry, locale)}</Fact>
        </dl>
      </SheetSection>
    </>
  );
}

/** Declined payments and payments by the card scheme have no receipts. */
const takesReceipts = ({ status, isDisputeCredit, isDisputeReversal }: CardTransaction): boolean =>
  status !== 'DECLINED' && !isDisputeCredit && !isDisputeReversal;
