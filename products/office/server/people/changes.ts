/**
 * Who joins, which roles a person has and who leaves: acts by two of the role SUPER.
 *
 * Errors: `staff_exists`, `staff_state_wrong`, `last_supers`, `not_found`. A person who is changed can neither propose nor check it (`own_case`).
 */
import { hash } from 'node:crypto';
import type { StaffChange, StaffRole } from '@calmly/contract/staff';
import { Problem } from '@calmly/platform/problem.ts';
import type { SecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Work } from '@calmly/platform/work.ts';
import { emailKey } from '../../../identity/server/index.ts';
import { deleteClaims } from '../inbox/store.ts';
import type { ActByTwo, Plan } from '../proposals/service.ts';
import { leastSupers, statesFor } from '../rules.ts';
import { invite } from '../sign-in/service.ts';
import { deleteInvitation, deleteSignIns, endSessions } from '../sign-in/store.ts';
import * as store from './store.ts';

type ChangeOf<Act extends StaffChange['act']> = Extract<StaffChange, { act: Act }>;
type OnPerson = Exclude<StaffChange, { act: 'staff.invite' }>;
/** Names the person. */
interface OnOne {
  readonly personId: string;
}

/** The acts, by name. */
export const staffActs = (box: SecretBox, invitationUrl: string): ReadonlyMap<string, ActByTwo<never>> =>
  new Map(
    [
      inviting(box, invitationUrl),
      onPerson('staff.roles', {
        changes: (person, { roles }) => [
          { name: 'roles', before: listed(person.roles), after: listed(roles) },
        ],
        losesSuper: (person, { roles }) => person.roles.includes('SUPER') && !roles.includes('SUPER'),
        carryOut: (work, { personId, roles }, proposalId) =>
          store.replaceRoles(work.sql, { personId, roles, proposalId, at: work.now }),
      }),
      onPerson('staff.suspend', {
        changes: (person) => stateChange(person, 'SUSPENDED'),
        losesSuper: (person) => person.roles.includes('SUPER'),
        async carryOut({ sql, now }, { personId }) {
          await store.updateState(sql, personId, 'SUSPENDED');
          await deleteClaims(sql, personId);
          await deleteSignIns(sql, personId);
          await endSessions(sql, { personId }, now);
        },
      }),
      onPerson('staff.reinstate', {
        changes: (person) => stateChange(person, 'ACTIVE'),
        losesSuper: () => false,
        carryOut: ({ sql }, { personId }) => store.updateState(sql, personId, 'ACTIVE'),
      }),
      onPerson('staff.leave', {
        changes: (person) => stateChange(person, 'LEFT'),
        losesSuper: (person) => person.roles.includes('SUPER'),
        async carryOut({ sql, now }, { personId }, proposalId) {
          await store.updateState(sql, personId, 'LEFT');
          await deleteClaims(sql, personId);
          await store.replaceRoles(sql, { personId, roles: [], proposalId, at: now });
          await deleteInvitation(sql, personId);
          await deleteSignIns(sql, personId);
          await endSessions(sql, { personId }, now);
        },
      }),
      renewing(box, invitationUrl),
    ].map((act) => [act.name, act as ActByTwo<never>]),
  );

const roles = ['SUPER'] as const;
const listed = (held: readonly StaffRole[]) => [...held].sort().join(', ') || null;
const stateChange = ({ state }: store.StoredPerson, after: string) => [
  { name: 'state', before: state, after },
];

const inviting = (box: SecretBox, invitationUrl: string): ActByTwo<ChangeOf<'staff.invite'>> => ({
  name: 'staff.invite',
  roles,
  async plan(work, { name, email, roles: given }, lock) {
    if (lock) await store.lockStaff(work.sql);
    const existing = await store.findPersonByEmail(work.sql, emailKey(email));
    if (existing) throw new Problem('staff_exists');
    return {
      // The address stands for a person who does not exist yet, so that nobody is invited twice at once.
      subjectId: idOf(emailKey(email)),
      subject: `${name} (${email})`,
      changes: [
        { name: 'state', before: null, after: 'INVITED' },
        { name: 'roles', before: null, after: listed(given) },
      ],
      version: '',
    };
  },
  async carryOut(work, { name, email, roles: given }, proposalId) {
    const person = { id: work.newId(), name, email, emailKey: emailKey(email), createdAt: work.now };
    await store.insertPerson(work.sql, person);
    await store.replaceRoles(work.sql, { personId: person.id, roles: given, proposalId, at: work.now });
    await invite(work, box, person, invitationUrl);
  },
});

/** A new invitation in place of a lost app or password. */
const renewing = (box: SecretBox, invitationUrl: string): ActByTwo<ChangeOf<'staff.renew_access'>> => ({
  ...onPerson('staff.renew_access', {
    changes: (person) => stateChange(person, 'INVITED'),
    losesSuper: (person) => person.roles.includes('SUPER'),
    carryOut: async () => undefined,
  }),
  async carryOut({ sql, ...work }, { personId }: OnOne) {
    const person = await store.findPerson(sql, personId);
    if (!person) throw new Problem('not_found');
    await store.updateState(sql, personId, 'INVITED');
    await deleteClaims(sql, personId);
    await invite({ ...work, sql }, box, person, invitationUrl);
  },
});

/** An act on a person who exists. */
function onPerson<Act extends OnPerson['act']>(
  name: Act,
  parts: {
    readonly changes: (person: store.StoredPerson, change: ChangeOf<Act>) => Plan['changes'];
    readonly losesSuper: (person: store.StoredPerson, change: ChangeOf<Act>) => boolean;
    readonly carryOut: (work: Work, change: ChangeOf<Act>, proposalId: string) => Promise<void>;
  },
): ActByTwo<ChangeOf<Act> & OnOne> {
  return {
    name,
    roles,
    async plan(work, change, lock) {
      const { sql, actor } = work;
      const { personId }: OnOne = change;
      if (lock) await store.lockStaff(sql);
      const person = await (lock ? store.lockPerson : store.findPerson)(sql, personId);
      if (!person) throw new Problem('not_found');
      if (actor.kind === 'staff' && actor.personId === person.id) throw new Problem('own_case');
      const states: readonly string[] = statesFor[name];
      if (!states.includes(person.state)) throw new Problem('staff_state_wrong');
      if (
        person.state === 'ACTIVE' &&
        parts.losesSuper(person, change) &&
        (await store.countSupers(sql)) <= leastSupers
      )
        throw new Problem('last_supers');
      return {
        subjectId: person.id,
        // Two people may have the same name.
        subject: `${person.name} (${person.email})`,
        changes: parts.changes(person, change),
        version: String(person.version),
      };
    },
    carryOut: parts.carryOut,
  };
}

/** A fixed id for an address: the first 128 bits of its hash. */
function idOf(key: string): string {
  const hex = hash('sha256', key, 'hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  );
}
