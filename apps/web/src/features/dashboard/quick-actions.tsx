/** What a client comes here to do. One is coral; on a phone they are round with the word under them. */
import { IconArrowUpRight, IconBuildingBank, IconUserPlus } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import classes from './dashboard.module.css';

export function QuickActions() {
  const t = useTranslations('dashboard');
  return (
    <nav className={classes.actions} aria-label={t('actions')}>
      <ButtonLink to="/requisites" icon={<IconBuildingBank aria-hidden="true" />}>
        {t('requisites')}
      </ButtonLink>
      <ButtonLink to="/beneficiaries/add" icon={<IconUserPlus aria-hidden="true" />}>
        {t('addPayee')}
      </ButtonLink>
      <ButtonLink
        to="/payments/create/{-$direction}"
        params={{ direction: 'outgoing' }}
        variant="accent"
        icon={<IconArrowUpRight aria-hidden="true" />}
      >
        {t('sendMoney')}
      </ButtonLink>
    </nav>
  );
}
