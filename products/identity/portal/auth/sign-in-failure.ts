/** Why a sign-in failed, as a sentence: the server's own, or ours if the bank did not answer. */
import { ApiProblem } from '@calmly/contract';
import { problemKey } from '@calmly/portal-kit/session/problem-text.ts';
import type { useTranslations } from '@calmly/texts/index.tsx';

/** The sentence, and where to go instead if the server says so. */
export interface SignInFailure {
  readonly text: string;
  readonly link?: string | undefined;
}

/** `t` is the translator without a namespace. */
export function signInFailure(error: unknown, t: ReturnType<typeof useTranslations<never>>): SignInFailure {
  // Anything else means that the bank's client could not be loaded: the network is what failed.
  if (!(error instanceof ApiProblem)) return { text: t('client.networkFailed') };
  const key = problemKey(error);
  return { text: key ? t(key) : error.message, link: error.link };
}
