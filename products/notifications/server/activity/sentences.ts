/**
 * The sentences of all modules, by action. An action without one is shown by its name, and belongs to the kind `other`.
 */
import type { ActivityKind } from '@calmly/contract';
import { type ActivityTexts, isHidden, type Sentence } from '@calmly/platform/activity.ts';

export interface Sentences {
  /** Of an action that clients may read about. */
  readonly of: (action: string) => Sentence | undefined;
  readonly actions: readonly string[];
  /** Never shown to a client. */
  readonly staffOnly: readonly string[];
  /** Actions of the person alone, in any profile. */
  readonly personal: readonly string[];
  /** The actions of a kind; undefined for `other`. */
  readonly ofKind: (kind: ActivityKind) => readonly string[] | undefined;
}

/** Throws if two modules have a sentence for one action. */
export function sentencesOf(modules: readonly ActivityTexts[]): Sentences {
  const shown = new Map<string, Sentence>();
  const hidden = new Set<string>();
  for (const [action, text] of modules.flatMap((texts) => Object.entries(texts))) {
    if (shown.has(action) || hidden.has(action)) throw new Error(`two modules have a sentence for ${action}`);
    if (isHidden(text)) hidden.add(action);
    else shown.set(action, text);
  }
  const actionsWith = (isSo: (sentence: Sentence) => boolean) =>
    [...shown].filter(([, sentence]) => isSo(sentence)).map(([action]) => action);
  return {
    of: (action) => shown.get(action),
    actions: [...shown.keys()],
    staffOnly: [...hidden],
    personal: actionsWith(({ personal }) => personal === true),
    ofKind: (kind) => (kind === 'other' ? undefined : actionsWith((sentence) => sentence.kind === kind)),
  };
}
