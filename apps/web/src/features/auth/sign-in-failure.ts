/** Why a sign-in failed, as a sentence: the server's own, or ours when the bank did not answer. */
import type { useTranslations } from '../../i18n/index.tsx';

export async function signInFailure(
  error: unknown,
  t: ReturnType<typeof useTranslations<never>>,
): Promise<string> {
  // The client is loaded by now, or could not be: then the network is what failed.
  const bank = await import('../../session/bank.ts').catch(() => undefined);
  if (!bank || !(error instanceof bank.ApiProblem)) return t('client.networkFailed');
  const key = bank.problemKey(error);
  return key ? t(key) : error.message;
}
