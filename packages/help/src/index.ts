/**
 * The help centre: 26 articles in English and Russian, for portal and server. This entry holds only topics, titles and links; each article is in its
 * own
 * file, loaded by `articleLoaders`. `@calmly/help/all` has all texts, for search.
 */
export { type Article, type ArticleText, type HelpLocale, helpLocales } from './article.ts';
export { type Block, blocksOf, type Inline, inlinesOf, plainTextOf } from './blocks.ts';
export { problemArticles, type Situation, situationArticles } from './links.ts';
export {
  type ArticleSlug,
  articleList,
  articlesOf,
  type HelpTopic,
  helpTopics,
  isArticle,
  titleOf,
  topicTitles,
} from './list.ts';
export { articleLoaders } from './load.ts';
export { type SearchableArticle, searchArticles } from './search.ts';
