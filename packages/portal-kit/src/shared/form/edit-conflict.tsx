/**
 * Edits that colleagues may make too. A form sends the values and the version from when it opened, so that the server can refuse to undo a
 * change made in the meantime. After such a refusal it shows the stored values next to the typed ones, and can start again from them. A form that
 * shows everything that it would replace can also save the typed values.
 */
import { ApiProblem, type ProblemCode } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';

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

const firstField = 'input:checked, input:not([type="radio"]), textarea, select';

export interface EditBase<Value> {
  /** The value when the form opened. */
  readonly base: Value;
  /** Takes the newest value as the base, and passes it to the form. */
  readonly restart: (begin: (newest: Value) => void) => void;
  /** Takes the newest value as the base and leaves the form unchanged: the next submit replaces the newest. */
  readonly overwrite: (send: () => void) => void;
}

/** `newest` follows the live query; the base does not. `begun`: the base of a form that is mounted again. */
export function useEditBase<Value>(newest: Value, begun: Value = newest): EditBase<Value> {
  const [base, setBase] = useState(begun);
  return {
    base,
    restart: (begin) => {
      setBase(newest);
      begin(newest);
    },
    overwrite: (send) => {
      flushSync(() => setBase(newest));
      send();
    },
  };
}

interface EditConflictProps {
  error: Error | null;
  /** The stored values. */
  children: ReactNode;
  onRestart: () => void;
  /** Only if `children` show everything that would be replaced. */
  onOverwrite?: () => void;
}

export function EditConflict({ error, children, onRestart, onOverwrite }: EditConflictProps) {
  const t = useTranslations('editing');
  if (!(error instanceof ApiProblem) || !conflicts.some((code) => code === error.code)) return null;
  return (
    <Notice tone="warning" title={t('now')}>
      <p>{children}</p>
      <Inline as="p" wrap gap={16} rowGap={8} above={8}>
        <button
          type="button"
          className="link"
          onClick={({ currentTarget: { form } }) => {
            flushSync(onRestart);
            // The button has disappeared, and the focus with it.
            form?.querySelector<HTMLElement>(firstField)?.focus();
          }}
        >
          {t('restart')}
        </button>
        {onOverwrite && (
          <button type="button" className="link" onClick={onOverwrite}>
            {t('overwrite')}
          </button>
        )}
      </Inline>
    </Notice>
  );
}
