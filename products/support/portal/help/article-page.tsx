/** `/help/{slug}`: one article, which prints without the page around it. */
import { type Article, articleList, articlesOf, blocksOf, inlinesOf, isArticle } from '@calmly/help';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconArrowLeft, IconFileOff, IconPrinter } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { AskSupport } from './ask-support.tsx';
import classes from './help.module.css';
import { ArticleLinks } from './help-page.tsx';

interface ArticlePageProps {
  slug: string;
  /** Undefined if there is no article of that name. */
  article: Article | undefined;
  /** Whether to show the title, because it is not in the top bar. */
  titled: boolean;
}

export function ArticlePage({ slug, article, titled }: ArticlePageProps) {
  const t = useTranslations('help');
  const { locale } = useLocaleControl();
  if (!article || !isArticle(slug))
    return (
      <EmptyState
        icon={<IconFileOff aria-hidden="true" />}
        title={t('missingTitle')}
        text={t('missingText')}
        action={<ButtonLink to="/help">{t('title')}</ButtonLink>}
      />
    );
  const others = articlesOf(articleList[slug].topic).filter((other) => other !== slug);
  return (
    <div className={classes.page}>
      <div className={classes.tools}>
        <ButtonLink to="/help" variant="quiet" icon={<IconArrowLeft aria-hidden="true" />}>
          {t('back')}
        </ButtonLink>
        <Button variant="quiet" icon={<IconPrinter aria-hidden="true" />} onClick={() => print()}>
          {t('print')}
        </Button>
      </div>
      <article className={classes.article}>
        {titled && <h1>{articleList[slug][locale]}</h1>}
        <Blocks text={article[locale].text} />
      </article>
      <section className={classes.topic}>
        <h2>{t('more')}</h2>
        <ArticleLinks slugs={others} />
      </section>
      <AskSupport />
    </div>
  );
}

/** The texts are constant, so their index can be the key. */
function Blocks({ text }: { text: string }) {
  return blocksOf(text).map((block, place) => {
    const key = `${place} ${block.kind}`;
    if ('text' in block)
      return block.kind === 'heading' ? (
        <h2 key={key}>{block.text}</h2>
      ) : (
        <p key={key}>
          <Line text={block.text} />
        </p>
      );
    const List = block.kind === 'list' ? 'ul' : 'ol';
    return (
      <List key={key}>
        {block.items.map((item) => (
          <li key={item}>
            <Line text={item} />
          </li>
        ))}
      </List>
    );
  });
}

function Line({ text }: { text: string }) {
  return inlinesOf(text).map((part, place) => {
    const key = `${place} ${part.text}`;
    if (part.kind === 'bold') return <strong key={key}>{part.text}</strong>;
    if (part.kind === 'link')
      return (
        <PortalLink key={key} to={part.to}>
          {part.text}
        </PortalLink>
      );
    return part.text;
  });
}

/** The texts contain addresses of the portal, some with search params. */
function PortalLink({ to, children }: { to: string; children: string }) {
  const { pathname, searchParams } = new URL(to, 'https://portal.invalid');
  return (
    <Link to={pathname} search={Object.fromEntries(searchParams)} className="link">
      {children}
    </Link>
  );
}
