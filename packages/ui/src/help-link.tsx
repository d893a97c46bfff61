/** A link to the article that explains an error or an empty screen. The map is in `@calmly/help`; it is loaded with the first visible link. */
import type { Situation } from '@calmly/help';
import { lazy, Suspense } from 'react';
import { codeOf } from './error-facts.ts';

const ArticleLink = lazy(async () => ({ default: (await import('./article-link.tsx')).ArticleLink }));

/** For the content of a screen: “Learn more”. Opens a new tab if a dialog must stay open. */
export function HelpLink({ of: situation, newTab = false }: { of: Situation; newTab?: boolean }) {
  return (
    <Suspense fallback={null}>
      <ArticleLink situation={situation} newTab={newTab} />
    </Suspense>
  );
}

/** For a failed call: “Why?”, in a new tab, so that nothing typed is lost. Renders nothing if no article explains the problem. */
export function ProblemHelp({ error }: { error: unknown }) {
  const code = codeOf(error);
  if (code === undefined) return null;
  return (
    <Suspense fallback={null}>
      <ArticleLink problem={code} />
    </Suspense>
  );
}
