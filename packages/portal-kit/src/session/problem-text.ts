/** The sentence for the user after a failed call, for any error. */
import { ApiProblem } from '@calmly/contract';
import { timeOfDay, useFormatter, useTranslations } from '@calmly/texts/index.tsx';

/** Whether a call failed. Closing the window for the code is no failure: nothing was done, as intended. */
export const isFailure = (error: unknown): boolean =>
  Boolean(error) && !(error instanceof ApiProblem && error.code === 'code_canceled');

/** `const problemText = useProblemText(); … problemText(query.error)` */
export function useProblemText(): (error: unknown) => string {
  const t = useTranslations();
  const format = useFormatter();
  return (error) => {
    if (!(error instanceof ApiProblem)) return t('client.failed');
    if (error.code === 'cooling_off' && error.until) {
      const time = { day: 'numeric', month: 'long', ...timeOfDay } as const;
      return t('client.coolingOff', { until: format.dateTime(new Date(error.until), time) });
    }
    const key = problemKey(error);
    return key ? t(key) : error.message;
  };
}

/** Catalogue keys of errors that did not come from the server; `undefined` means: show the problem's own message. */
export function problemKey(problem: ApiProblem) {
  switch (problem.code) {
    case 'network':
      return 'client.networkFailed';
    case 'outcome_unknown':
      return 'client.resultUnknown';
    case 'unreachable':
      return 'client.unreachable';
    case 'unreadable':
      return 'client.unreadable';
    case 'wallet_missing':
      return 'client.walletMissing';
    case 'code_canceled':
      return 'shell.session.codeCanceled';
    default:
      return problem.status === 0 && problem.code !== 'invalid_request' ? 'client.failed' : undefined;
  }
}
