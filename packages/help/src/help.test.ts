/** The articles: complete in both languages, of a readable length, with links that lead somewhere; and their search. */
import { describe, expect, test } from 'vitest';
import { articles, searchable } from './all.ts';
import { helpLocales } from './article.ts';
import { blocksOf, inlinesOf, plainTextOf } from './blocks.ts';
import { problemArticles, situationArticles } from './links.ts';
import { type ArticleSlug, articleList, articlesOf, helpTopics, isArticle } from './list.ts';
import { articleLoaders } from './load.ts';
import { searchArticles } from './search.ts';

const slugs = Object.keys(articleList) as ArticleSlug[];

test('every article is in a topic and loads as the file that search reads', async () => {
  expect(helpTopics.flatMap(articlesOf).sort()).toEqual([...slugs].sort());
  for (const slug of slugs) expect((await articleLoaders[slug]()).article).toBe(articles[slug]);
});

describe.each(slugs)('%s', (slug) => {
  test.each(helpLocales)('is short and has no loose marks in %s', (locale) => {
    const { text } = articles[slug][locale];
    const plain = plainTextOf(text);
    const words = plain.split(/\s+/u).length;
    expect(words).toBeGreaterThanOrEqual(120);
    expect(words).toBeLessThanOrEqual(250);
    expect(plain).not.toMatch(/\*\*|\]\(|^#|^- |\n\n/mu);
    expect(text).toMatch(locale === 'ru' ? /[а-яё]{4}/u : /^[^а-яё]*$/u);
  });

  test('has the same shape in both languages', () => {
    const shape = (locale: 'en' | 'ru') =>
      blocksOf(articles[slug][locale].text).map((block) =>
        'items' in block ? `${block.kind} ${block.items.length}` : block.kind,
      );
    const linksIn = (locale: 'en' | 'ru') =>
      inlinesOf(articles[slug][locale].text).flatMap((part) => (part.kind === 'link' ? part.to : []));
    expect(shape('ru')).toEqual(shape('en'));
    expect(linksIn('ru').sort()).toEqual(linksIn('en').sort());
  });

  test('links to articles that exist', () => {
    const targets = inlinesOf(articles[slug].en.text).flatMap((part) =>
      part.kind === 'link' ? part.to : [],
    );
    for (const to of targets)
      if (to.startsWith('/help/')) expect(isArticle(to.slice('/help/'.length)), to).toBe(true);
      else expect(to).toMatch(/^\/[a-z]/);
  });
});

test('errors and screens link to articles that exist', () => {
  for (const slug of [...Object.values(problemArticles), ...Object.values(situationArticles)])
    expect(isArticle(slug), slug).toBe(true);
});

test('marks without an end are text', () => {
  expect(inlinesOf('a ** b [c] d')).toEqual([{ kind: 'text', text: 'a ** b [c] d' }]);
  for (const open of ['a ** ', 'a [', 'a [c] '])
    expect(inlinesOf(`${open}[b](/c)`)).toEqual([
      { kind: 'text', text: open },
      { kind: 'link', text: 'b', to: '/c' },
    ]);
  expect(inlinesOf('**A** [b](/c)')).toEqual([
    { kind: 'bold', text: 'A' },
    { kind: 'text', text: ' ' },
    { kind: 'link', text: 'b', to: '/c' },
  ]);
});

test.each([
  ['en', 'rejected payment', 'payment-rejected'],
  ['en', 'PAYMENTS REJECT', 'payment-rejected'],
  ['en', 'lost phones', 'two-factor-lost'],
  ['en', 'iban', 'iban-pending'],
  ['en', 'vop', 'name-check'],
  ['ru', 'отклонённых платежей', 'payment-rejected'],
  ['ru', 'отклонен платеж', 'payment-rejected'],
  ['ru', 'потеряла телефон', 'two-factor-lost'],
  ['ru', 'выписок', 'statements'],
  ['ru', 'согласованию', 'rights-and-approvals'],
  ['ru', 'заморозка доступа', 'freeze-access'],
] as const)('in %s, “%s” finds %s among the first', (locale, query, slug) => {
  const found = searchArticles(searchable(locale), query).map((article) => article.slug);
  expect(found.slice(0, 3)).toContain(slug);
});

test('words that no article contains find nothing, and neither does an empty query', () => {
  expect(searchArticles(searchable('en'), 'xylophone')).toEqual([]);
  expect(searchArticles(searchable('en'), ' - ')).toEqual([]);
});
