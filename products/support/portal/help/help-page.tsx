/** `/help`: the articles by topic, and a search over titles and texts, which are loaded with the first search word. */
import { articleList, articlesOf, helpTopics, searchArticles, topicTitles } from '@calmly/help';
import { useSearchChange } from '@calmly/portal-kit/shared/navigation/use-search-change.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { SearchField } from '@calmly/ui/fields/search-field.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AskSupport } from './ask-support.tsx';
import classes from './help.module.css';

type AllTexts = typeof import('@calmly/help/all');

export function HelpPage({ query }: { query: string | undefined }) {
  const t = useTranslations('help');
  const { locale } = useLocaleControl();
  const changeSearch = useSearchChange();
  return (
    <div className={classes.page}>
      <p className={classes.lead}>{t('lead')}</p>
      <search className={classes.search}>
        <SearchField label={t('search')} text={query ?? ''} onChange={(q) => changeSearch(() => ({ q }))} />
      </search>
      {query ? (
        <Results query={query} />
      ) : (
        <div className={classes.topics}>
          {helpTopics.map((topic) => (
            <section key={topic} className={classes.topic}>
              <h2>{topicTitles[topic][locale]}</h2>
              <ArticleLinks slugs={articlesOf(topic)} />
            </section>
          ))}
        </div>
      )}
      <AskSupport />
    </div>
  );
}

export function ArticleLinks({ slugs }: { slugs: readonly (keyof typeof articleList)[] }) {
  const { locale } = useLocaleControl();
  return (
    <ul className={classes.links}>
      {slugs.map((slug) => (
        <li key={slug}>
          <Link to="/help/$slug" params={{ slug }} className="link">
            {articleList[slug][locale]}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Results({ query }: { query: string }) {
  const t = useTranslations('help');
  const { locale } = useLocaleControl();
  const [texts, setTexts] = useState<AllTexts>();
  useEffect(() => {
    let isCurrent = true;
    void import('@calmly/help/all').then((loaded) => {
      if (isCurrent) setTexts(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  if (!texts) return null;
  const found = searchArticles(texts.searchable(locale), query);
  return (
    <section aria-live="polite" className={classes.topic}>
      {found.length === 0 ? (
        <EmptyState icon={<IconSearchOff aria-hidden="true" />} title={t('noneTitle')} text={t('noneText')} />
      ) : (
        <>
          <h2>{t('found', { count: found.length })}</h2>
          <ul className={classes.results}>
            {found.map(({ slug, title, text }) => (
              <li key={slug}>
                <Link to="/help/$slug" params={{ slug }} className={classes.result}>
                  <Text as="span" weight="label">
                    {title}
                  </Text>
                  <Text as="span" size={13} tone="soft">
                    {text.split('\n')[0]}
                  </Text>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
