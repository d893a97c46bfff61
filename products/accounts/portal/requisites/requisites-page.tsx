/** Account details: the accounts on the left; on the right the details for a payer, ready to copy, with the EPC QR code for euro. */
import { shortIban } from '@calmly/domain';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Drawing } from '@calmly/ui/pictures/drawing.tsx';
import { FactsShape, ListShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { AccountList, IbanCard, OpenAccount } from '../accounts/index.ts';
import { AccountDetails } from './account-details.tsx';
import { IncomingFees } from './incoming-fees.tsx';
import { PayByQr } from './pay-by-qr.tsx';
import classes from './requisites.module.css';

/** `accountId` comes from the URL (`?account=`); without one, or for an unknown one, the first account is used. */
export function RequisitesPage({ accountId }: { accountId?: string | undefined }) {
  const t = useTranslations('requisites');
  const accounts = useQuery(accountsQuery);
  if (accounts.isError) return <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />;
  if (!accounts.data) return <Skeleton />;
  const chosen = accounts.data.find((account) => account.id === accountId) ?? accounts.data[0];
  if (!chosen)
    return (
      <EmptyState
        drawing={<Drawing name="card" />}
        title={t('empty')}
        text={t('emptyText')}
        action={
          <OpenAccount>
            {(open) => (
              <Button variant="accent" onClick={open}>
                {t('open')}
              </Button>
            )}
          </OpenAccount>
        }
      />
    );
  return (
    <div className={classes.page}>
      <AccountList
        label={t('accounts')}
        accounts={accounts.data.map((account) => ({
          ...account,
          number: shortIban(account.iban ?? account.number),
          amount: account.available,
        }))}
        chosenId={chosen.id}
        to="/requisites"
        aside={
          <OpenAccount>
            {(open) => (
              <Button size="s" icon={<IconPlus aria-hidden="true" />} onClick={open}>
                {t('openShort')}
              </Button>
            )}
          </OpenAccount>
        }
      />
      <Stack gap={24} shrink>
        <AccountDetails account={chosen} last={accounts.data.length === 1} />
        {chosen.iban === null && <IbanCard key={chosen.id} account={chosen} />}
        <Grid gap={24} className={classes.pair}>
          {chosen.iban && chosen.currency === 'EUR' && <PayByQr account={chosen} iban={chosen.iban} />}
          <IncomingFees currency={chosen.currency} />
        </Grid>
      </Stack>
    </div>
  );
}

function Skeleton() {
  return (
    <div className={classes.page}>
      <ListShape rows={4} />
      <FactsShape />
    </div>
  );
}
