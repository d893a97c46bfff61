/**
 * Reliability rule X9: one administrator against a company whose rules require others, over many sequences of suspensions, restored access, ends of
 * memberships, changes of people and of the policy. No one else decides anything. Whatever she does, her payments need as many approvals as before,
 * by people who could give them before. The lapse after three days' notice to the absent ends a sequence: it is the one permitted exception, and not
 * silent.
 */
import type { ApprovalKind, PolicyRules } from '@calmly/contract';
import { sized } from '@calmly/server/test/support/campaign.ts';
import { chanceFrom, chanceOfRun } from '@calmly/server/test/support/chance.ts';
import { expect, test } from 'vitest';
import { approversOf, neededSteps, type Seats } from './rules.ts';

const sequences = sized(20_000, 100_000);
const her = 'boris';
const others = ['maria', 'tom', 'clara', 'dora'];

interface Person {
  readonly isBoss: boolean;
  readonly canApprove: boolean;
  readonly suspendedBy: string | undefined;
  /** The day on which the membership ends. */
  readonly until: number;
}

interface World {
  readonly people: ReadonlyMap<string, Person>;
  readonly rules: PolicyRules;
  readonly day: number;
}

type SeatsFor = (world: World, kind: ApprovalKind) => Seats;

const isHere = ({ suspendedBy, until }: Person, day: number) => suspendedBy === undefined && until > day;

/** The same as `companies.ts` reads from the database. */
const seatsFor: SeatsFor = ({ people, rules, day }, kind) => {
  const isForBosses = kind === 'people' || kind === 'policy';
  const holders = [...people].filter(([, { isBoss, canApprove }]) => isBoss || (!isForBosses && canApprove));
  const idsOf = (list: typeof holders) => new Set(list.map(([id]) => id));
  return {
    memberIds: idsOf([...people].filter(([, person]) => isHere(person, day))),
    deciderIds: idsOf(holders.filter(([, person]) => isHere(person, day))),
    holderIds: idsOf(holders),
    standIns: rules.standIns,
    today: '2026-06-15',
  };
};

const noRules: PolicyRules = {
  ...{ paymentRules: [], payeeSteps: [], cardSteps: [], peopleSteps: [], policySteps: [], standIns: [] },
  expiryDays: 7,
};

/** How often she got a payment through with fewer approvals than before. */
function gainsIn(count: number, seed: number, seats: SeatsFor): number {
  const { below, happens, pick } = chanceFrom(seed);
  const some = (list: readonly string[]) => list.filter(() => happens(0.4));

  const newWorld = (): World => {
    const people = new Map<string, Person>();
    for (const id of [her, ...others]) {
      const isBoss = id === her || id === 'maria' || happens(0.4);
      const until = id !== her && happens(0.3) ? 1 + below(6) : 1_000;
      if (id !== 'dora' || happens(0.5))
        people.set(id, { isBoss, canApprove: isBoss || happens(0.5), suspendedBy: undefined, until });
    }
    const approvers = [...people].flatMap(([id, { canApprove }]) => (canApprove ? id : []));
    const bosses = [...people].flatMap(([id, { isBoss }]) => (isBoss ? id : []));
    const step = (who: readonly string[]) => ({ personIds: happens(0.5) ? [] : some(who) });
    const steps = (who: readonly string[]) => Array.from({ length: 1 + below(2) }, () => step(who));
    const rules: PolicyRules = {
      ...noRules,
      paymentRules: Array.from({ length: below(3) }, () => ({
        ...{ requesterIds: [], currency: 'EUR', measure: 'PAYMENT' as const, steps: steps(approvers) },
        above: pick(['0', '100.00', '5000.00']),
      })),
      payeeSteps: steps(approvers),
      peopleSteps: steps(bosses),
      policySteps: steps(bosses),
    };
    return { people, rules, day: 0 };
  };

  const asker = { personId: her, isBoss: true };
  const stepsOf = (world: World, kind: ApprovalKind, amountMinor = 0n) =>
    neededSteps(
      world.rules,
      { kind, asker, weight: { amountMinor, currency: 'EUR', dayMinor: amountMinor, inEuro: undefined } },
      seats(world, kind),
    ).steps;
  /** Each step of her payments, with those who could give it if everyone were present. */
  const probe = (world: World) =>
    [50n, 20_000n, 900_000n].map((amountMinor) =>
      stepsOf(world, 'payment', amountMinor).map((step) => {
        const { holderIds, ...seat } = seats(world, 'payment');
        return [...approversOf(step, her, { ...seat, holderIds, deciderIds: holderIds }).keys()];
      }),
    );
  const isWeaker = (before: readonly string[][], after: readonly string[][]) =>
    after.length < before.length ||
    before.some((givers, place) => after[place]?.some((giver) => !givers.includes(giver)) ?? true);

  const put = (world: World, id: string, change: Partial<Person> | undefined): World => {
    const people = new Map(world.people);
    const person = people.get(id);
    if (person && change) people.set(id, { ...person, ...change });
    else people.delete(id);
    return { ...world, people };
  };
  const act = (world: World): World => {
    const [id, person] = pick([...world.people].filter(([each]) => each !== her));
    if (happens(0.2)) return { ...world, day: world.day + 1 + below(2) };
    if (happens(0.4) && isHere(person, world.day)) return put(world, id, { suspendedBy: her });
    if (happens(0.2) && person.suspendedBy === her) return put(world, id, { suspendedBy: undefined });
    const kind = pick(['people', 'policy'] as const);
    // Someone else would have to decide, and no one does.
    if (stepsOf(world, kind).length > 0) return world;
    if (kind === 'policy') return { ...world, rules: noRules };
    return put(world, id, pick([undefined, { canApprove: false, isBoss: false }, { until: world.day }]));
  };

  let gains = 0;
  for (let sequence = 0; sequence < count; sequence += 1) {
    let world = newWorld();
    const before = probe(world);
    for (let step = 0; step < 10 && world.people.size > 1; step += 1) world = act(world);
    const after = probe(world);
    if (before.some((payment, place) => isWeaker(payment, after[place] ?? []))) gains += 1;
  }
  return gains;
}

const { seed } = chanceOfRun('one administrator alone');

test(`${sequences} sequences of one administrator alone (seed ${seed}): her payments never need less`, () => {
  expect(gainsIn(sequences, seed, seatsFor)).toBe(0);
});

test('control: an engine that counts only present people is detected', () => {
  const presentOnly: SeatsFor = (world, kind) => {
    const seats = seatsFor(world, kind);
    return { ...seats, holderIds: seats.deciderIds };
  };
  expect(gainsIn(2_000, seed, presentOnly)).toBeGreaterThan(0);
});
