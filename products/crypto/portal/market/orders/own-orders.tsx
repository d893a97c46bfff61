/** The client's own orders: open ones, live, and past ones. */
import type { InstrumentCode } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CryptoSearch } from '../../crypto-page.tsx';
import panel from '../panel.module.css';
import { openOrdersQuery } from '../queries.ts';
import { OpenOrders } from './open-orders.tsx';
import classes from './orders.module.css';
import { PastOrders } from './past-orders.tsx';

interface OwnOrdersProps {
  search: CryptoSearch;
  instrument: InstrumentCode;
  /** The socket for order changes has never been open. */
  isUnreached: boolean;
}

const tabs = ['OPEN', 'PAST'] as const;

export function OwnOrders({ search, instrument, isUnreached }: OwnOrdersProps) {
  const t = useTranslations('market.orders');
  const open = useQuery(openOrdersQuery);
  const tab = search.orders ?? 'OPEN';
  const count = open.data?.Items.length ?? 0;
  return (
    <section className={panel.panel} aria-label={t('title')}>
      <div className={classes.tabs}>
        <TabLinks label={t('tabs')} open={tab}>
          {tabs.map((each) => (
            <Link
              key={each}
              to="/crypto"
              search={{ ...search, orders: each === 'PAST' ? each : undefined }}
              activeOptions={{ exact: true, includeSearch: true }}
              activeProps={{}}
              replace
              resetScroll={false}
              aria-current={each === tab ? 'page' : undefined}
            >
              {t(each)}
              {each === 'OPEN' && count > 0 && <span className={classes.count}>{count}</span>}
            </Link>
          ))}
        </TabLinks>
      </div>
      {isUnreached && (
        <p className={classes.unreached} role="status">
          {t('unreached')}
        </p>
      )}
      {tab === 'OPEN' ? <OpenOrders list={open} /> : <PastOrders instrument={instrument} />}
    </section>
  );
}
