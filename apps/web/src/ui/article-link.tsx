/** The link itself; see `help-link.tsx`. */
import { problemArticles, type Situation, situationArticles } from '@calmly/help';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

export function ArticleLink({ situation, problem }: { situation?: Situation; problem?: string }) {
  const t = useTranslations('helpLinks');
  if (situation)
    return (
      <Link to="/help/$slug" params={{ slug: situationArticles[situation] }} className="link">
        {t('more')}
      </Link>
    );
  const slug = problemArticles[problem ?? ''];
  if (!slug) return null;
  return (
    <>
      {' '}
      <Link to="/help/$slug" params={{ slug }} className="link" target="_blank">
        {t('why')}
        <span className="visually-hidden"> {t('newTab')}</span>
      </Link>
    </>
  );
}
