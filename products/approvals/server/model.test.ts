/**
 * Reliability rule A4: the engine against a naive model, over 100,000 random histories of a request. In each, people come and go,
 * consent in and out of turn, twice and for themselves, from any profile, and edits void earlier consents. The engine must agree with
 * the model, which was written without looking at the engine. Nothing is carried out unapproved or approved by its requester.
 */

import type { PaymentRule, PolicyRules } from '@calmly/contract';
import { chanceFrom, chanceOfRun } from '@calmly/server/test/support/chance.ts';
import { expect, test } from 'vitest';
import {
  barOf,
  currentStep,
  isBlocked,
  neededSteps,
  type Seats,
  type Step,
  type Waiting,
  waitingFor,
} from './rules.ts';

const lives = 100_000;
const people = ['anna', 'boris', 'clara', 'dora', 'emil'];

interface Report {
  carriedOut: number;
  unapproved: number;
  selfApproved: number;
  disagreements: number;
  stuck: number;
}

type Judge = typeof barOf;

/** Runs `count` random histories under the engine `judge`; the seed determines them. */
function live(count: number, seed: number, judge: Judge): Report {
  const { below, happens, pick } = chanceFrom(seed);
  const some = (share: number) => people.filter(() => happens(share));
  const report: Report = { carriedOut: 0, unapproved: 0, selfApproved: 0, disagreements: 0, stuck: 0 };

  const newSeats = (): Seats => {
    const deciderIds = new Set(some(0.6));
    const standIns = Array.from({ length: below(3) }, () => ({
      personId: pick(people),
      standInId: pick(people),
      from: pick(['2026-01-01', '2026-06-01']),
      to: pick(['2026-03-01', '2026-12-31']),
    }));
    const holderIds = new Set([...deciderIds, ...some(0.2)]);
    const today = pick(['2026-02-01', '2026-07-01']);
    return { memberIds: new Set(people), deciderIds, holderIds, standIns, today };
  };
  const newStep = (): Step => ({ personIds: happens(0.5) ? [] : some(0.4) });

  for (let life = 0; life < count; life += 1) {
    let seats = newSeats();
    const requesterId = pick(people);
    let request: Waiting = {
      requesterId,
      steps: happens(0.5) ? [newStep()] : [newStep(), newStep()],
      consents: [],
      open: true,
    };
    // Each consent with the people at that moment, for the model to examine at the end.
    let given: Array<{ readonly personId: string; readonly seats: Seats }> = [];
    for (let act = 0; act < 8 && currentStep(request) && request.open; act += 1) {
      const chance = below(1_000) / 1_000;
      if (chance < 0.1) seats = newSeats();
      else if (chance < 0.15) {
        request = { ...request, consents: [] };
        given = [];
      } else if (chance < 0.2) request = { ...request, open: happens(0.5) };
      else {
        const personId = pick(people);
        const allowed = judge(request, personId, seats) === undefined;
        if (allowed && !couldGive(request, personId, seats)) report.disagreements += 1;
        if (!allowed && mustBeAllowed(request, personId, seats)) report.disagreements += 1;
        if (allowed) {
          request = { ...request, consents: [...request.consents, personId] };
          given.push({ personId, seats });
        } else if (request.open && waitingFor(request, seats).length === 0 && !isBlocked(request, seats))
          report.stuck += 1;
      }
    }
    if (currentStep(request)) continue;
    report.carriedOut += 1;
    if (given.some(({ personId }) => personId === requesterId)) report.selfApproved += 1;
    if (!isApproved(request, given)) report.unapproved += 1;
  }
  return report;
}

/** The model: as many different people as steps, each an administrator named for that step or substituting for one, none of them the requester. */
function isApproved(
  { steps, requesterId }: Waiting,
  given: ReadonlyArray<{ readonly personId: string; readonly seats: Seats }>,
): boolean {
  const different = new Set(given.map(({ personId }) => personId));
  return (
    given.length === steps.length &&
    different.size === steps.length &&
    !different.has(requesterId) &&
    given.every(({ personId, seats }, place) => mayGive(steps[place], personId, seats))
  );
}

function mayGive(
  step: Step | undefined,
  personId: string,
  { deciderIds, holderIds, standIns, today }: Seats,
): boolean {
  if (!step || !deciderIds.has(personId)) return false;
  const isNamed = (id: string) =>
    step.personIds.some((named) => holderIds.has(named))
      ? holderIds.has(id) && step.personIds.includes(id)
      : holderIds.has(id);
  if (isNamed(personId)) return true;
  return standIns.some(
    (each) => each.standInId === personId && isNamed(each.personId) && each.from <= today && today <= each.to,
  );
}

const couldGive = ({ open, steps, consents, requesterId }: Waiting, personId: string, seats: Seats) =>
  open &&
  personId !== requesterId &&
  !consents.includes(personId) &&
  mayGive(steps[consents.length], personId, seats);

/** A person who may give the last step may do so now, because they cannot be needed for another. */
const mustBeAllowed = (request: Waiting, personId: string, seats: Seats) =>
  request.consents.length === request.steps.length - 1 && couldGive(request, personId, seats);

const { seed } = chanceOfRun('approvals model');

test(`${lives} histories of requests (seed ${seed}): none carried out unapproved, none approved by its requester`, () => {
  const { carriedOut, ...faults } = live(lives, seed, barOf);
  expect(faults).toEqual({ unapproved: 0, selfApproved: 0, disagreements: 0, stuck: 0 });
  // The random walk has reached the relevant states.
  expect(carriedOut).toBeGreaterThan(lives / 10);
});

test('control: an engine that compares profiles instead of people, or forgets consents, is detected', () => {
  const profileOf = (personId: string) => `profile of ${personId}`;
  const byProfile: Judge = (request, personId, seats) =>
    barOf({ ...request, requesterId: profileOf(request.requesterId) }, personId, seats);
  expect(live(2_000, seed, byProfile).selfApproved).toBeGreaterThan(0);
  const forgetful: Judge = (request, personId, seats) => {
    const steps = request.steps.slice(request.consents.length);
    return barOf({ ...request, steps, consents: [] }, personId, seats);
  };
  expect(live(2_000, seed, forgetful).unapproved).toBeGreaterThan(0);
});

/** How many of these payments, under rules that each require an approval, a member who is not an administrator may make alone. */
function paidAlone(count: number, judge: typeof neededSteps): number {
  const { below, happens, pick } = chanceFrom(seed);
  const deciderIds = new Set(['anna', 'boris']);
  const newRule = (): PaymentRule => ({
    requesterIds: happens(0.7) ? [] : [pick(people)],
    currency: pick(['EUR', 'USD']),
    above: pick(['0', '100.00', '1000.00', '5000.00']),
    measure: pick(['PAYMENT', 'DAY']),
    steps: pick([[{ personIds: [] }], [{ personIds: ['anna'] }], [{ personIds: [] }, { personIds: [] }]]),
  });
  let alone = 0;
  for (let life = 0; life < count; life += 1) {
    const rules: PolicyRules = {
      paymentRules: Array.from({ length: below(4) }, newRule),
      ...{ payeeSteps: [], cardSteps: [], peopleSteps: [], policySteps: [], standIns: [], expiryDays: 7 },
    };
    const amountMinor = BigInt(below(700_000) + 1);
    const dayMinor = amountMinor + BigInt(below(700_000));
    const inEuro = pick([undefined, { amountMinor, dayMinor }]);
    const weight = { amountMinor, currency: pick(['EUR', 'USD', 'GBP']), dayMinor, inEuro };
    const asker = { personId: pick(['clara', 'dora', 'emil']), isBoss: false };
    const who = { deciderIds, holderIds: deciderIds };
    if (judge(rules, { kind: 'payment', asker, weight }, who).steps.length === 0) alone += 1;
  }
  return alone;
}

test('no rule that requires an approval removes one: a member never pays alone', () => {
  expect(paidAlone(20_000, neededSteps)).toBe(0);
  // The control: rules that replace the default, as they once did.
  const replacing: typeof neededSteps = (rules, ask, who) => {
    const needed = neededSteps(rules, ask, who);
    const isNamed = rules?.paymentRules.some(
      ({ requesterIds, currency }) =>
        currency === ask.weight?.currency &&
        (requesterIds.length === 0 || requesterIds.includes(ask.asker.personId)),
    );
    return isNamed && needed.rule === null ? { steps: [], rule: null } : needed;
  };
  expect(paidAlone(2_000, replacing)).toBeGreaterThan(0);
});
