/** The result, or expected result, of sending, in plain words beside the button. */
import { ApiProblem } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import type { SendState } from './use-send-payment.ts';

export function SendNotice({ state }: { state: SendState }) {
  const t = useTranslations('payments.create');
  const problemText = useProblemText();
  switch (state.kind) {
    case 'ready':
      return null;
    case 'resumed':
      return (
        <Notice tone="warning" title={t('resumedTitle')}>
          {t('resumedText')}
        </Notice>
      );
    case 'unknown':
      return (
        <Notice tone="warning" title={t('unknownTitle')}>
          {t('unknownText')}
        </Notice>
      );
    default:
      if (state.error instanceof ApiProblem && state.error.code === 'code_canceled')
        return <Notice tone="warning" title={t('codeCanceled')} />;
      return (
        <Notice tone="error" title={t('refusedTitle')}>
          {problemText(state.error)}
        </Notice>
      );
  }
}

/** What the bank would refuse before it is sent; a user who continues anyway is taken to it. */
export function WouldRefuse({ problem }: { problem: ApiProblem }) {
  const t = useTranslations('payments.create');
  const problemText = useProblemText();
  return (
    <div tabIndex={-1} data-refused="">
      <Notice tone="error" title={t('wouldRefuse')}>
        {problemText(problem)}
      </Notice>
    </div>
  );
}
