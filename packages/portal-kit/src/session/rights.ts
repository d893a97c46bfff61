/**
 * The current client's rights, from the same matrix that the server's gate enforces (`contract-kit/src/rights.ts`). They follow the session: a
 * granted or withdrawn right takes effect at once.
 */
import { type EndpointSpec, holdsRight } from '@calmly/contract';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { useClient } from './state.ts';

/** Whether the signed-in person sees the client's confidential payouts. */
export const useSeesConfidential = (): boolean => holdsRight(useClient(), 'can_view_confidential');

export interface Permission {
  readonly held: boolean;
  /** The missing right and who can grant it; undefined if it is held. */
  readonly reason: string | undefined;
}

/** `const { held, reason } = useRight(createPayment)` */
export function useRight({ right }: EndpointSpec): Permission {
  const t = useTranslations('profiles');
  const format = useFormatter();
  const client = useClient();
  if (right === undefined || holdsRight(client, right)) return { held: true, reason: undefined };
  const company = client.companyName ?? '';
  const names = format.list(client.bosses, { type: 'disjunction' });
  const reason =
    right === 'is_boss'
      ? t('bossOnly', { company, names })
      : t('missing', { right: t(`right.${right}`), company, names });
  return { held: false, reason };
}
