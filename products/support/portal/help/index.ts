/** The help centre: articles by topic, their search, one article. Open to everyone. */
export { ArticlePage } from './article-page.tsx';
export { HelpPage } from './help-page.tsx';
