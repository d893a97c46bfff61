/** `/help` and `/help/{slug}`: inside the shell for an active client, under the plain header for anyone else. */
import { articleLoaders, isArticle, titleOf } from '@calmly/help';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import classes from '@calmly/products/support/portal/help/help.module.css';
import { ArticlePage, HelpPage } from '@calmly/products/support/portal/help/index.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { DocumentTitle, PageHeader } from '@calmly/ui/page-header.tsx';
import { useLoaderData, useParams, useSearch } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { EntryHeader } from '../layouts/entry-header.tsx';

const Shell = lazy(async () => ({ default: (await import('../shell/shell.tsx')).Shell }));

/** The article of an address; undefined where there is none. */
export const loadArticle = async (slug: string) =>
  isArticle(slug) ? (await articleLoaders[slug]()).article : undefined;

function useInShell(): boolean {
  const session = useSession();
  return session.status === 'signed-in' && session.client.state === 'ACTIVE';
}

export function HelpScreen() {
  const t = useTranslations('help');
  const { q } = useSearch({ from: '/help' });
  return (
    <Around title={t('title')} heading>
      <HelpPage query={q} />
    </Around>
  );
}

export function ArticleScreen() {
  const t = useTranslations('help');
  const { locale } = useLocaleControl();
  const { slug } = useParams({ from: '/help/$slug' });
  const article = useLoaderData({ from: '/help/$slug' });
  const title = isArticle(slug) ? titleOf(slug, locale) : t('title');
  return (
    <Around title={title}>
      <ArticlePage slug={slug} article={article} titled={!useInShell()} />
    </Around>
  );
}

function Around({ title, heading, children }: { title: string; heading?: boolean; children: ReactNode }) {
  if (useInShell())
    return (
      <Suspense fallback={null}>
        <Shell>
          <PageHeader title={title} />
          {children}
        </Shell>
      </Suspense>
    );
  return (
    <div className={classes.layout}>
      <div className={classes.head}>
        <EntryHeader />
      </div>
      <main className={classes.main}>
        <div className={classes.page}>
          <DocumentTitle title={title} />
          {heading && <h1 className={classes.heading}>{title}</h1>}
          {children}
        </div>
      </main>
    </div>
  );
}
