/**
 * The main actions. One is coral: sending money, or adding some if there is none; without an account, it is opening one (accounts-strip.tsx). On a
 * phone they are round with a label underneath, the coral one first.
 */
import {
  createBeneficiary,
  createMoneyRequest,
  createPayment,
  createPayout,
  createQuote,
  type EndpointSpec,
} from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import {
  IconArrowDownLeft,
  IconArrowsExchange,
  IconArrowUpRight,
  IconBuildingBank,
  IconFileUpload,
  IconLock,
  IconPlus,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import classes from './dashboard.module.css';

export function QuickActions() {
  const t = useTranslations('dashboard');
  const isCompany = useClient().role === 'LEGAL';
  const phone = useMedia(breakpoints.phone);
  const main = useMainAction();
  if (phone) return <RoundActions main={main} />;
  return (
    <Inline as="nav" wrap gap={8} className={classes.actions} aria-label={t('actions')}>
      {main !== 'add' && (
        <ButtonLink to="/requisites" icon={<IconBuildingBank aria-hidden="true" />}>
          {t('requisites')}
        </ButtonLink>
      )}
      <NeedsRight endpoint={createBeneficiary} label={t('addPayee')} align="end">
        <ButtonLink to="/beneficiaries/add" icon={<IconUserPlus aria-hidden="true" />}>
          {t('addPayee')}
        </ButtonLink>
      </NeedsRight>
      <NeedsRight endpoint={createQuote} label={t('exchange')} align="end">
        <ButtonLink
          to="/payments/create/{-$direction}"
          params={{ direction: 'exchange' }}
          icon={<IconArrowsExchange aria-hidden="true" />}
        >
          {t('exchange')}
        </ButtonLink>
      </NeedsRight>
      <NeedsRight endpoint={createMoneyRequest} label={t('requestMoney')} align="end">
        <ButtonLink
          to="/payments/create/{-$direction}"
          params={{ direction: 'incoming' }}
          icon={<IconArrowDownLeft aria-hidden="true" />}
        >
          {t('requestMoney')}
        </ButtonLink>
      </NeedsRight>
      {isCompany && (
        <NeedsRight endpoint={createPayout} label={t('uploadPayout')} align="end">
          <ButtonLink to="/payments/payouts/create" icon={<IconFileUpload aria-hidden="true" />}>
            {t('uploadPayout')}
          </ButtonLink>
        </NeedsRight>
      )}
      <NeedsRight endpoint={createPayment} label={t('sendMoney')} align="end">
        <ButtonLink
          to="/payments/create/{-$direction}"
          params={{ direction: 'outgoing' }}
          variant={main === 'send' ? 'accent' : 'outline'}
          icon={<IconArrowUpRight aria-hidden="true" />}
        >
          {t('sendMoney')}
        </ButtonLink>
      </NeedsRight>
      {main === 'add' && (
        <ButtonLink to="/requisites" variant="accent" icon={<IconPlus aria-hidden="true" />}>
          {t('addMoney')}
        </ButtonLink>
      )}
    </Inline>
  );
}

type MainAction = 'send' | 'add' | undefined;

/** The client's likely next action; undefined without an account. */
function useMainAction(): MainAction {
  const accounts = useQuery(accountsQuery).data;
  if (!accounts) return 'send';
  if (accounts.length === 0) return undefined;
  return accounts.every(({ booked }) => isZeroDecimal(booked)) ? 'add' : 'send';
}

/** As many as fit side by side on the narrowest phone. */
function RoundActions({ main }: { main: MainAction }) {
  const t = useTranslations('dashboard');
  const isCompany = useClient().role === 'LEGAL';
  return (
    <Grid as="nav" items="center" className={classes.rounds} aria-label={t('actions')}>
      {main === 'add' && (
        <Link to="/requisites" className={classes.round} data-main="">
          <IconPlus aria-hidden="true" />
          {t('addMoney')}
        </Link>
      )}
      <Round
        endpoint={createPayment}
        direction="outgoing"
        label={t('send')}
        Icon={IconArrowUpRight}
        main={main === 'send'}
      />
      <Round
        endpoint={createMoneyRequest}
        direction="incoming"
        label={t('request')}
        Icon={IconArrowDownLeft}
      />
      {isCompany ? (
        <Round endpoint={createPayout} label={t('payout')} Icon={IconFileUpload} />
      ) : (
        <Round endpoint={createQuote} direction="exchange" label={t('exchange')} Icon={IconArrowsExchange} />
      )}
      {main !== 'add' && (
        <Link to="/requisites" className={classes.round}>
          <IconBuildingBank aria-hidden="true" />
          {t('requisites')}
        </Link>
      )}
    </Grid>
  );
}

interface RoundProps {
  endpoint: EndpointSpec;
  /** If absent: the upload of a payout. */
  direction?: 'outgoing' | 'incoming' | 'exchange';
  label: string;
  Icon: typeof IconArrowUpRight;
  main?: boolean;
}

function Round({ endpoint, direction, label, Icon, main }: RoundProps) {
  return (
    <NeedsRight
      endpoint={endpoint}
      label={label}
      className={classes.round}
      bare={
        <>
          <IconLock aria-hidden="true" />
          {label}
        </>
      }
    >
      {direction ? (
        <Link
          to="/payments/create/{-$direction}"
          params={{ direction }}
          className={classes.round}
          data-main={main ? '' : undefined}
        >
          <Icon aria-hidden="true" />
          {label}
        </Link>
      ) : (
        <Link to="/payments/payouts/create" className={classes.round}>
          <Icon aria-hidden="true" />
          {label}
        </Link>
      )}
    </NeedsRight>
  );
}
