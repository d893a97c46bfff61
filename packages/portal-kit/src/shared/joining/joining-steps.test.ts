import { describe, expect, it } from 'vitest';
import { checkStepOf, companySteps, joiningProgress, placeOf, type StepKey } from './joining-steps.ts';

describe.each([
  ['individual', ['person', 'email', 'phone', 'account', 'address', 'terms', 'identity'], 7],
  [
    'company',
    [
      'person',
      'company',
      'email',
      'phone',
      'account',
      'address',
      'terms',
      'identity',
      ...companySteps.map(checkStepOf),
    ],
    13,
  ],
] as const)('the progress of an %s', (kind, opened: readonly StepKey[], count) => {
  const progress = joiningProgress({ kind });
  const places = opened.map((step) => placeOf(progress, step));

  it('counts every step of registration and account creation once', () => {
    expect(places.map((place) => place.count)).toEqual(opened.map(() => count));
    const numbers = places.map(({ number }) => number);
    expect(numbers).toEqual(opened.map((_, index) => index + 1));
  });

  it('never shows less remaining time than the next step', () => {
    const minutes = places.map((place) => place.minutes);
    expect(minutes).toEqual([...minutes].sort((a, b) => b - a));
  });
});

it('shows an individual the three steps of the specification and jumps from 1 to 3', () => {
  const progress = joiningProgress({ kind: 'individual' });
  expect(progress.steps.slice(0, 3)).toEqual(['person', 'company', 'email']);
  expect(progress.skipped).toBe('company');
  expect(placeOf(progress, 'email')).toMatchObject({ number: 2, count: 7 });
});

it('continues with the company after its creator’s own registration', () => {
  const progress = joiningProgress({ kind: 'company' });
  expect(placeOf(progress, checkStepOf('company')).number).toBe(placeOf(progress, 'identity').number + 1);
});
