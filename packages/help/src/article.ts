/** The form of an article: the same in both languages, so that a missing translation does not compile. */
export const helpLocales = ['en', 'ru'] as const;
export type HelpLocale = (typeof helpLocales)[number];

export interface ArticleText {
  /** Words that people search for and the text does not use, separated by blanks. */
  readonly keywords: string;
  /** Blocks separated by an empty line, in the form that `blocksOf` reads. */
  readonly text: string;
}

export type Article = Readonly<Record<HelpLocale, ArticleText>>;
