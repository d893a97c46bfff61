/**
 * `/crypto`: clients with wallets see the chosen screen, MARKET by default; others are asked whether to start (specification
 * section 4, Crypto entry). Screens are loaded when they are opened.
 */
import type { CryptoRequestType } from '@calmly/contract';
import type { InstrumentCode } from '@calmly/domain';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { FactsShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import classes from './crypto.module.css';
import { StartCrypto } from './entry/start-crypto.tsx';
import { isNoCryptoUser, walletsQuery } from './queries.ts';

export const cryptoScreens = ['MARKET', 'WALLETS', 'HISTORY'] as const;
type CryptoScreen = (typeof cryptoScreens)[number];

export interface CryptoSearch {
  readonly screen?: CryptoScreen | undefined;
  /** For the market. */
  readonly instrument?: InstrumentCode | undefined;
  readonly orders?: 'PAST' | undefined;
  /** For the history; default: Deposit. */
  readonly type?: CryptoRequestType | undefined;
  readonly movement?: string | undefined;
}

const MarketPage = lazy(async () => ({ default: (await import('./market/market-page.tsx')).MarketPage }));
const WalletsPage = lazy(async () => ({ default: (await import('./wallets/wallets-page.tsx')).WalletsPage }));
const HistoryPage = lazy(async () => ({ default: (await import('./history/history-page.tsx')).HistoryPage }));

export function CryptoPage({ search }: { search: CryptoSearch }) {
  const t = useTranslations('crypto');
  const problemText = useProblemText();
  const navigate = useNavigate();
  const wallets = useQuery(walletsQuery);
  const onSearch = (patch: CryptoSearch) => void navigate({ to: '/crypto', search: patch });
  if (wallets.isError && !wallets.data)
    return (
      <>
        <PageHeader title={t('title')} />
        {isNoCryptoUser(wallets.error) ? (
          <StartCrypto />
        ) : (
          <ErrorState
            title={t('checkFailed')}
            text={problemText(wallets.error)}
            error={wallets.error}
            onRetry={() => void wallets.refetch()}
          />
        )}
      </>
    );
  const screen = search.screen ?? 'MARKET';
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <TabLinks label={t('screens.label')} open={screen}>
        {cryptoScreens.map((each) => (
          <Link
            key={each}
            to="/crypto"
            search={each === 'MARKET' ? {} : { screen: each }}
            activeOptions={{ exact: true, includeSearch: true }}
            activeProps={{}}
            aria-current={each === screen ? 'page' : undefined}
          >
            {t(`screens.${each}`)}
          </Link>
        ))}
      </TabLinks>
      {wallets.isPending ? (
        <FactsShape />
      ) : (
        <Suspense fallback={<FactsShape />}>
          {screen === 'MARKET' && <MarketPage search={search} onSearch={onSearch} />}
          {screen === 'WALLETS' && <WalletsPage />}
          {screen === 'HISTORY' && <HistoryPage type={search.type ?? 'Deposit'} openId={search.movement} />}
        </Suspense>
      )}
    </div>
  );
}
