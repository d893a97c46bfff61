/** What a client comes here to do. One is coral; on a phone they are round with the word under them, the coral one first. */
import { createBeneficiary, createPayment, createQuote } from '@calmly/contract';
import {
  IconArrowsExchange,
  IconArrowUpRight,
  IconBuildingBank,
  IconLock,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../session/needs-right.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { breakpoints, useMedia } from '../../ui/media.ts';
import classes from './dashboard.module.css';

export function QuickActions() {
  const t = useTranslations('dashboard');
  const phone = useMedia(breakpoints.phone);
  if (phone) return <RoundActions />;
  return (
    <nav className={classes.actions} aria-label={t('actions')}>
      <ButtonLink to="/requisites" icon={<IconBuildingBank aria-hidden="true" />}>
        {t('requisites')}
      </ButtonLink>
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
      <NeedsRight endpoint={createPayment} label={t('sendMoney')} align="end">
        <ButtonLink
          to="/payments/create/{-$direction}"
          params={{ direction: 'outgoing' }}
          variant="accent"
          icon={<IconArrowUpRight aria-hidden="true" />}
        >
          {t('sendMoney')}
        </ButtonLink>
      </NeedsRight>
    </nav>
  );
}

function RoundActions() {
  const t = useTranslations('dashboard');
  return (
    <nav className={classes.rounds} aria-label={t('actions')}>
      <NeedsRight
        endpoint={createPayment}
        label={t('send')}
        className={classes.round}
        bare={
          <>
            <IconLock aria-hidden="true" />
            {t('send')}
          </>
        }
      >
        <Link
          to="/payments/create/{-$direction}"
          params={{ direction: 'outgoing' }}
          className={classes.round}
          data-main=""
        >
          <IconArrowUpRight aria-hidden="true" />
          {t('send')}
        </Link>
      </NeedsRight>
      <NeedsRight
        endpoint={createQuote}
        label={t('exchange')}
        className={classes.round}
        bare={
          <>
            <IconLock aria-hidden="true" />
            {t('exchange')}
          </>
        }
      >
        <Link
          to="/payments/create/{-$direction}"
          params={{ direction: 'exchange' }}
          className={classes.round}
        >
          <IconArrowsExchange aria-hidden="true" />
          {t('exchange')}
        </Link>
      </NeedsRight>
      <NeedsRight
        endpoint={createBeneficiary}
        label={t('addPayee')}
        className={classes.round}
        bare={
          <>
            <IconLock aria-hidden="true" />
            {t('addPayee')}
          </>
        }
      >
        <Link to="/beneficiaries/add" className={classes.round}>
          <IconUserPlus aria-hidden="true" />
          {t('addPayee')}
        </Link>
      </NeedsRight>
      <Link to="/requisites" className={classes.round}>
        <IconBuildingBank aria-hidden="true" />
        {t('requisites')}
      </Link>
    </nav>
  );
}
