/** The link itself; see `help-link.tsx`. A link to a new tab is a plain one, because the code dialog is outside the router. */
import { problemArticles, type Situation, situationArticles } from '@calmly/help';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

interface ArticleLinkProps {
  situation?: Situation;
  problem?: string;
  newTab?: boolean;
}

export function ArticleLink({ situation, problem, newTab }: ArticleLinkProps) {
  const t = useTranslations('helpLinks');
  if (situation) {
    const slug = situationArticles[situation];
    if (newTab) return <NewTabLink slug={slug}>{t('more')}</NewTabLink>;
    return (
      <Link to="/help/$slug" params={{ slug }} className="link">
        {t('more')}
      </Link>
    );
  }
  const slug = problemArticles[problem ?? ''];
  if (!slug) return null;
  return (
    <>
      {' '}
      <NewTabLink slug={slug}>{t('why')}</NewTabLink>
    </>
  );
}

function NewTabLink({ slug, children }: { slug: string; children: ReactNode }) {
  const t = useTranslations('helpLinks');
  return (
    <a href={`/help/${slug}`} className="link" target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> {t('newTab')}</span>
    </a>
  );
}
