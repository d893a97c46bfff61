/** The two screens of statements: a period of one account, and a year of all of them. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { TabLinks } from '@calmly/ui/tab-links.tsx';
import { Link } from '@tanstack/react-router';
import classes from './statements.module.css';

/** Otherwise the router would also mark the link with the shorter address. */
const exactly = { activeOptions: { exact: true }, activeProps: {} };

export function StatementScreens({ open }: { open: 'period' | 'year' }) {
  const t = useTranslations('statements.screens');
  return (
    <div className={classes.screens}>
      <TabLinks label={t('label')} open={open}>
        <Link to="/statements" {...exactly} aria-current={open === 'period' ? 'page' : undefined}>
          {t('period')}
        </Link>
        <Link to="/statements/year" {...exactly} aria-current={open === 'year' ? 'page' : undefined}>
          {t('year')}
        </Link>
      </TabLinks>
    </div>
  );
}
