/** Finds articles by words. A word of the query matches words with the same beginning, so that endings do not matter in either language. Pure. */
export interface SearchableArticle<Slug extends string = string> {
  readonly slug: Slug;
  readonly title: string;
  readonly keywords: string;
  /** Without marks. */
  readonly text: string;
}

const wordPattern = /[\p{L}\p{N}]+/gu;
const shortest = 2;

/** Words in lower case without accents; ё counts as е. */
const wordsOf = (text: string): string[] =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().match(wordPattern) ?? [];

/** The common part of two forms of a word: a long word without its last letters. */
function stemOf(word: string): string {
  const length = [...word].length;
  if (length >= 8) return word.slice(0, -3);
  if (length >= 6) return word.slice(0, -2);
  return length === 5 ? word.slice(0, -1) : word;
}

const weights = { title: 10, keywords: 5, text: 1 } as const;

/** Articles that contain every word of the query, best first; none for a query without words. */
export function searchArticles<Slug extends string>(
  articles: readonly SearchableArticle<Slug>[],
  query: string,
): SearchableArticle<Slug>[] {
  const stems = wordsOf(query)
    .filter((word) => word.length >= shortest)
    .map(stemOf);
  if (stems.length === 0) return [];
  return articles
    .map((article, place) => ({ article, place, score: scoreOf(article, stems) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ article }) => article);
}

function scoreOf(article: SearchableArticle, stems: readonly string[]): number {
  const fields = Object.entries(weights).map(([field, weight]) => ({
    weight,
    words: wordsOf(article[field as keyof typeof weights]),
  }));
  let score = 0;
  for (const stem of stems) {
    const best = Math.max(
      0,
      ...fields.map(({ weight, words }) => (words.some((word) => word.startsWith(stem)) ? weight : 0)),
    );
    if (best === 0) return 0;
    score += best;
  }
  return score;
}
