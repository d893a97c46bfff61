/** The person's companies in the menu, each with its state and the person's role. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useQuery } from '@tanstack/react-query';
import classes from './profiles.module.css';
import { companiesQuery } from './queries.ts';

interface CompanyListProps {
  ownClientId: string;
  onChoose: (id: string) => void;
}

export function CompanyList({ ownClientId, onChoose }: CompanyListProps) {
  const t = useTranslations('profiles');
  const companies = useQuery(companiesQuery(ownClientId));
  return (
    <section className={classes.part} aria-label={t('menu.companies')}>
      <Text as="h2" size={13} tone="soft" weight="label" className={classes.heading}>
        {t('menu.companies')}
      </Text>
      {companies.isPending && <span className={classes.shape} />}
      {companies.isError && <p className={classes.note}>{t('menu.loadFailed')}</p>}
      {companies.data?.length === 0 && <p className={classes.note}>{t('menu.none')}</p>}
      {companies.data?.map(({ id, companyName, state, rights }) => (
        <button key={id} type="button" className={classes.company} onClick={() => onChoose(id)}>
          <Avatar name={companyName} />
          <span className={classes.companyText}>
            <span className={classes.name}>{companyName}</span>
            <span className={classes.number}>
              {state === 'ACTIVE' ? t(rights.is_boss ? 'menu.boss' : 'menu.member') : t(`state.${state}`)}
            </span>
          </span>
        </button>
      ))}
    </section>
  );
}
