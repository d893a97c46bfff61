/** Why a sign-in failed, as a sentence: the server's own, or ours when the bank did not answer. */
import type { useTranslations } from '../../i18n/index.tsx';

/** The sentence, and where to go instead if the server says so. */
export interface SignInFailure {
  readonly text: string;
  readonly link?: string | undefined;
}

export async function signInFailure(
  error: unknown,
  t: ReturnType<typeof useTranslations<never>>,
): Promise<SignInFailure> {
  // The client is loaded by now, or could not be: then the network is what failed.
  const bank = await import('../../session/bank.ts').catch(() => undefined);
  if (!bank || !(error instanceof bank.ApiProblem)) return { text: t('client.networkFailed') };
  const key = bank.problemKey(error);
  return { text: key ? t(key) : error.message, link: error.link };
}
