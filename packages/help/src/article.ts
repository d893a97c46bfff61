/** The form of an article: the same in both languages, so that a missing translation does not compile. */
export const helpLocales = ['en', 'ru'] as const;
export type HelpLocale = (typeof helpLocales)[number];

export interface ArticleText {
  /** Search words that the text does not contain, separated by spaces. */
  readonly keywords: string;
  /** Blocks separated by an empty line, in the form that `blocksOf` reads. */
  readonly text: string;
}

export type Article = Readonly<Record<HelpLocale, ArticleText>>;
