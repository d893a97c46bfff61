/** Shows the two-factor popup while a call waits for a code. Rendered once, at the root; the popup itself is loaded then. */
import { lazy, Suspense } from 'react';
import { useOpenQuestion } from './challenge.ts';

const TwoFactorPopup = lazy(() => import('./two-factor-popup.tsx'));

export function TwoFactorHost() {
  const question = useOpenQuestion();
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <TwoFactorPopup question={question} />
    </Suspense>
  );
}
