/** An open cell. Enter and Tab take the text and move on, Escape leaves the cell unchanged, leaving takes the text. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useCount } from '../words.tsx';
import classes from './grid.module.css';
import type { CellPlace, GridState } from './grid-state.ts';

interface CellEditorProps {
  cell: CellPlace;
  typed: string;
  state: GridState;
  onCommit: (cell: CellPlace, text: string, next: readonly [number, number] | undefined) => void;
}

export function CellEditor({ cell, typed, state, onCommit }: CellEditorProps) {
  const t = useTranslations('payouts.bench');
  const words = useTranslations('payoutWords.field');
  const count = useCount();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    const box = input.current;
    box?.focus({ preventScroll: true });
    // A letter that opened the cell is kept; an existing text is selected as a whole.
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  const end = (next: readonly [number, number] | undefined) => {
    if (isOver.current) return;
    isOver.current = true;
    onCommit(cell, typed, next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    const next = nextOf(event);
    if (event.key !== 'Escape' && !next) return;
    event.preventDefault();
    if (next) return end(next);
    isOver.current = true;
    state.close();
  };
  return (
    <input
      ref={input}
      className={classes.editor}
      aria-label={t('edit', { field: words(cell.field), row: count(cell.position) })}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ currentTarget: { value } }) => state.type(value)}
      onKeyDown={onKeyDown}
      onBlur={() => end(undefined)}
      onCopy={(event) => event.stopPropagation()}
      onCut={(event) => event.stopPropagation()}
      onPaste={(event) => event.stopPropagation()}
    />
  );
}

function nextOf({ key, shiftKey }: KeyboardEvent): readonly [number, number] | undefined {
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0];
  if (key === 'Tab') return [0, shiftKey ? -1 : 1];
  return undefined;
}
