/**
 * Decides on one or many approvals with one code. A snackbar shows the result, or why a single request failed. If only some of many
 * failed, they are returned as `refusals`.
 */
import type { Approval, DecisionResult } from '@calmly/contract';
import { isFailure, useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { decideMutation } from '../queries.ts';

type Decision = 'APPROVE' | 'REJECT';

export interface Refusal {
  readonly approval: Approval;
  /** The reason, in the person's language. */
  readonly text: string;
}

export interface Decisions {
  readonly decide: (approvals: readonly Approval[], decision: Decision, reason?: string) => void;
  /** The decision in progress. */
  readonly pending: Decision | undefined;
  /** Why the whole call failed. */
  readonly problem: string | undefined;
  readonly refusals: readonly Refusal[];
  readonly forgetRefusals: () => void;
}

/** `onDone` follows every answer of the bank, even if all were refused, but not a failed call. */
export function useDecisions(onDone: () => void): Decisions {
  const t = useTranslations('approvals.result');
  const problemText = useProblemText();
  const deciding = useMutation(decideMutation);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);

  const tell = (results: readonly DecisionResult[]) => {
    const outcomes = Map.groupBy(results, ({ outcome }) => outcome);
    outcomes.delete('REFUSED');
    const done = [...outcomes.values()].reduce((sum, { length }) => sum + length, 0);
    const [only] = outcomes;
    if (only && outcomes.size === 1 && done === results.length) {
      const [outcome] = only;
      if (outcome !== 'REFUSED') showSnackbar(t(outcome, { count: done }));
    } else if (done > 0) showSnackbar(t('mixed', { done: String(done), count: String(results.length) }));
  };
  const decide: Decisions['decide'] = (approvals, decision, reason) =>
    deciding.mutate(
      {
        items: approvals.map(({ id, version }) => ({ id, version })),
        decision,
        ...(reason && { reason }),
      },
      {
        onSuccess: (results) => {
          tell(results);
          const refused = results.flatMap(({ id, outcome, message }): Refusal[] => {
            const approval = approvals.find((each) => each.id === id);
            if (outcome !== 'REFUSED' || !approval) return [];
            return [{ approval, text: message ?? '' }];
          });
          const [only] = refused;
          if (only && results.length === 1) showSnackbar(only.text);
          else setRefusals(refused);
          onDone();
        },
      },
    );
  return {
    decide,
    pending: deciding.isPending ? deciding.variables.decision : undefined,
    problem: isFailure(deciding.error) ? problemText(deciding.error) : undefined,
    refusals,
    forgetRefusals: () => setRefusals([]),
  };
}
