/**
 * One account: its balance, balance line, payments, details for payers, actions and months. A closed account keeps its history and has no details.
 */
import { type Account, ApiProblem } from '@calmly/contract';
import { isZeroDecimal, shortIban } from '@calmly/domain';
import { NotFoundPage } from '@calmly/portal-kit/errors/index.ts';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Grid, Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { FactsShape, ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { SetAlert } from '../../../insight/portal/alerts/index.ts';
import { AccountPayments } from '../../../payments/portal/payments/index.ts';
import { IbanCard } from '../accounts/index.ts';
import { AccountDetails } from '../requisites/index.ts';
import { AccountStatements } from '../statements/index.ts';
import classes from './account.module.css';
import { BalanceLine } from './balance-line.tsx';
import { accountQuery } from './queries.ts';

export function AccountPage({ id, openId }: { id: string; openId: string | undefined }) {
  const t = useTranslations('accounts.page');
  const query = useQuery(accountQuery(id));
  const open = useQuery(accountsQuery).data;
  const navigate = useNavigate();
  const account = query.data;
  if (isMissing(query.error)) return <NotFoundPage inShell />;
  if (!account)
    return (
      <>
        <PageHeader title={t('title')} />
        {query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Grid gap={24} align="start" className={classes.page}>
            <ListShape rows={6} />
            <FactsShape />
          </Grid>
        )}
      </>
    );
  const isOpen = account.status === 'ACTIVE';
  return (
    <>
      <PageHeader title={account.name} isName />
      <Head account={account} />
      <Grid gap={24} align="start" className={classes.page}>
        <Stack gap={24} shrink>
          <BalanceLine id={id} />
          <AccountPayments
            accountId={id}
            openId={openId}
            onOpen={(payment) =>
              void navigate({
                to: '/accounts/$id',
                params: { id },
                search: payment ? { payment } : {},
                replace: openId !== undefined,
                resetScroll: false,
              })
            }
          />
        </Stack>
        <Stack gap={24} shrink>
          {isOpen && account.iban === null && <IbanCard account={account} />}
          {isOpen && <AccountDetails account={account} last={open?.length === 1} isOwnPage />}
          <AccountStatements accountId={id} />
        </Stack>
      </Grid>
    </>
  );
}

const isMissing = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 400);

function Head({ account }: { account: Account }) {
  const t = useTranslations('accounts.page');
  const { id, currency, available, reserved, status, iban, number } = account;
  return (
    <Inline as="section" wrap gap={16} align="center" className={classes.head} aria-label={t('balance')}>
      <Flag currency={currency} size={32} />
      <div className={classes.figures}>
        <Text tone="soft" figures>
          {shortIban(iban ?? number)}
        </Text>
        <Text size={36} weight="title">
          <Amount value={available} currency={currency} size="figure" />
        </Text>
        {!isZeroDecimal(reserved) && (
          <Text tone="soft" figures>
            {t('reserved', { amount: amountText(reserved, currency) })}
          </Text>
        )}
      </div>
      {status === 'ACTIVE' ? (
        <Inline wrap gap={8} className={classes.actions}>
          <ButtonLink
            to="/payments/create/{-$direction}"
            params={{ direction: 'outgoing' }}
            search={{ account: id }}
            variant="accent"
          >
            {t('pay')}
          </ButtonLink>
          <SetAlert account={account} />
        </Inline>
      ) : (
        <Notice tone="info" title={t('closed')}>
          {t('closedText')}
        </Notice>
      )}
    </Inline>
  );
}
