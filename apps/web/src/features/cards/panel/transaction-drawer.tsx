/** One payment of a card in the drawer: amounts in both currencies, the merchant, and what to do about a declined one. */
import type { CardDetails, CardTransaction } from '@calmly/contract';
import { countryName, isZeroDecimal } from '@calmly/domain';
import { IconFileOff } from '@tabler/icons-react';
import { useFormatter, useLocaleControl, useTranslations } from '../../../i18n/index.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Amount } from '../../../ui/facts/amount.tsx';
import { Fact, SheetHead, SheetParty, SheetSection, SheetShape } from '../../../ui/facts/sheet.tsx';
import { SideDrawer } from '../../../ui/layers/side-drawer.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Notice } from '../../../ui/surface.tsx';
import { masked } from '../card-state.ts';
import { movedNothing } from './days.ts';
import { TransactionBadge } from './transaction-row.tsx';

interface TransactionDrawerProps {
  id: string;
  /** Undefined if it is not among those that are loaded. */
  transaction: CardTransaction | undefined;
  isLoading: boolean;
  card: CardDetails;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function TransactionDrawer({ id, transaction, isLoading, card, ...drawer }: TransactionDrawerProps) {
  const t = useTranslations('cards.drawer');
  return (
    <SideDrawer
      {...drawer}
      title={t(transaction?.status === 'REFUND' ? 'refund' : 'title')}
      footer={
        <ButtonLink to="/payments" search={{ payment: id }}>
          {t('open')}
        </ButtonLink>
      }
    >
      {transaction ? (
        <TransactionSheet card={card} transaction={transaction} />
      ) : isLoading ? (
        <SheetShape />
      ) : (
        <EmptyState
          icon={<IconFileOff aria-hidden="true" />}
          title={t('missingTitle')}
          text={t('missingText')}
        />
      )}
    </SideDrawer>
  );
}

function TransactionSheet({ card, transaction: row }: { card: CardDetails; transaction: CardTransaction }) {
  const t = useTranslations('cards.drawer');
  const words = useTranslations('cardPayments');
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
            {words(`declined.${row.declineReason}.next`)}
          </Notice>
        )}
        {row.status === 'HELD' && <Notice tone="info">{t('held')}</Notice>}
        {row.status === 'RELEASED' && <Notice tone="info">{t('released')}</Notice>}
      </SheetHead>
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
