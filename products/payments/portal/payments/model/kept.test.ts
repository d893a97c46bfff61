import type { KeptForm } from '@calmly/contract';
import { expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { fromKept, toTemplate } from './kept.ts';

it.each([
  ['the ordinary method', false, false],
  ['the instant method', true, null],
  ['no method', null, null],
] as const)('a template of a payment for which %s was chosen', (_what, chosen, begun) => {
  const form = toTemplate({ ...emptyDraft, instant: chosen }, 'a1');
  const kept = { id: 't1', kind: 'TEMPLATE', form } as KeptForm;
  // Undecided, the form takes the instant method where it is offered.
  expect(fromKept(kept).instant).toBe(begun);
});
