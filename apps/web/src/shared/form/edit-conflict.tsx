/**
 * Editing what colleagues edit too. A form sends the values and the version of when it opened, so the server can refuse what would undo a
 * change made meanwhile. After such a refusal it shows what is stored now beside what was typed, and can begin again from that.
 */
import { ApiProblem, type ProblemCode } from '@calmly/contract';
import { type ReactNode, useState } from 'react';
import { useTranslations } from '../../i18n/index.tsx';
import { Notice } from '../../ui/surface.tsx';

const conflicts: readonly ProblemCode[] = [
  'policy_changed',
  'beneficiary_changed',
  'card_changed',
  'member_changed',
  'standing_order_changed',
  'account_changed',
  'kept_form_changed',
  'note_changed',
  'receipt_rules_changed',
];

export interface EditBase<Value> {
  /** As it was when the form opened. */
  readonly base: Value;
  /** Takes the newest as the base, and hands it to the form. */
  readonly restart: (begin: (newest: Value) => void) => void;
}

/** `newest` follows the live query; the base does not. */
export function useEditBase<Value>(newest: Value): EditBase<Value> {
  const [base, setBase] = useState(newest);
  return {
    base,
    restart: (begin) => {
      setBase(newest);
      begin(newest);
    },
  };
}

interface EditConflictProps {
  error: Error | null;
  /** What is stored now. */
  children: ReactNode;
  onRestart: () => void;
}

export function EditConflict({ error, children, onRestart }: EditConflictProps) {
  const t = useTranslations('editing');
  if (!(error instanceof ApiProblem) || !conflicts.some((code) => code === error.code)) return null;
  return (
    <Notice tone="warning" title={t('now')}>
      {children}{' '}
      <button type="button" className="link" onClick={onRestart}>
        {t('restart')}
      </button>
    </Notice>
  );
}
