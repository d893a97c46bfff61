/** One line that says whose approval is awaited, since when, and when they were reminded. */
import type { Approval } from '@calmly/contract';
import { useNames } from '@calmly/portal-kit/shared/person/names.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useMoment } from '../moment.ts';

type Waiting = Pick<Approval, 'state' | 'waitingSince' | 'remindedAt' | 'lapsesAt'> & {
  readonly waitingFor: readonly { readonly name: string }[];
};

/** `const waitingText = useWaitingText(); … waitingText(approval)` */
export function useWaitingText(): (approval: Waiting) => string {
  const t = useTranslations('approvals.waiting');
  const momentOf = useMoment();
  const namesOf = useNames();
  return ({ state, waitingFor, waitingSince, remindedAt, lapsesAt }) => {
    if (lapsesAt !== null) return t('lapses', momentOf(lapsesAt));
    if (state === 'BLOCKED') return t('blocked');
    if (waitingSince === null) return '';
    const since = t('since', { names: namesOf(waitingFor), ...momentOf(waitingSince) });
    return remindedAt === null ? since : `${since}, ${t('reminded', momentOf(remindedAt))}`;
  };
}
