/** Articles of the help centre for the search, in the language of the call. Part of the composition root. */
import { searchArticles } from '@calmly/help';
import { searchable } from '@calmly/help/all';
import type { SearchSource } from '@calmly/platform/search-source.ts';

const articles = { en: searchable('en'), ru: searchable('ru') };

export const articleSearch: SearchSource = {
  kind: 'article',
  find: async ({ locale }, text, limit) => ({
    hits: searchArticles(articles[locale], text)
      .slice(0, limit)
      .map(({ slug, title }) => ({ id: slug, title })),
  }),
};
