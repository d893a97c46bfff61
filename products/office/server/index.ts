/**
 * The office: the bank's own people, who are no clients. How they sign in, their roles, acts by two, the inbox over all modules' queues, the audit. Owns
 * the schema `staff`; the calls are served by the office's edge (`platform/http/office`). Reasons: products/office/README.md.
 */
import { type ActivityTexts, suspicion } from '@calmly/platform/activity.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { DeskQueue } from '@calmly/platform/desk.ts';
import type { OfficeGateOptions } from '@calmly/platform/http/office/office-gate.ts';
import { purgeOf } from '@calmly/platform/jobs/purge.ts';
import type { Module } from '@calmly/platform/module.ts';
import { sealedIn } from '@calmly/platform/secrets/sealing-keys.ts';
import { createSecretBox } from '@calmly/platform/secrets/secret-box.ts';
import type { Documents } from '../../accounts/server/documents/index.ts';
import { activity } from './activity.ts';
import { staffActs } from './people/changes.ts';
import { officeRoutes } from './routes.ts';
import { authenticateStaff } from './sign-in/sessions.ts';
import { appPlace, invitationPlace } from './sign-in/store.ts';

/** Values sealed with the server's keys. */
export const sealedStaffApps = sealedIn({
  what: 'authenticator apps of staff',
  table: 'staff.totp',
  column: 'secret',
  key: ['id'],
  placedBy: ['person_id'],
  placeOf: appPlace,
});
export const sealedInvitations = sealedIn({
  what: 'invitations of staff',
  table: 'staff.invitation',
  column: 'secret',
  key: ['id'],
  placedBy: ['person_id'],
  placeOf: invitationPlace,
});

export { addFirstPeople, addStaff, type FirstPerson, renewStaff } from './people/first.ts';
export { listPeople } from './people/store.ts';

export interface StaffModule extends Module {
  readonly authenticate: OfficeGateOptions['authenticate'];
}

export interface StaffOptions {
  readonly database: Database;
  readonly documents: Documents;
  readonly secretKeys: readonly Buffer[];
  /** Without a trailing slash. */
  readonly officeUrl: string;
  /** Every queue of the house. */
  readonly queues: readonly DeskQueue[];
  /** What the modules record, by action. */
  readonly texts: readonly ActivityTexts[];
}

export function createStaffModule(options: StaffOptions): StaffModule {
  const { database, documents, secretKeys, officeUrl, queues, texts } = options;
  const box = createSecretBox(secretKeys);
  const suspicions = {
    actions: texts.flatMap((each) =>
      Object.entries(each).flatMap(([action, text]) => (text === suspicion ? [action] : [])),
    ),
  };
  return {
    name: 'staff',
    activity,
    office: (router) =>
      officeRoutes(router, {
        database,
        documents,
        box,
        queues,
        suspicions,
        acts: staffActs(box, `${officeUrl}/invitation`),
      }),
    purges: [
      purgeOf('staff.sign_in', 'until < now()'),
      purgeOf('staff.invitation', "until < now() - interval '90 days'"),
      purgeOf('staff.session', "created_at < now() - interval '91 days'"),
    ],
    authenticate: (token, how) => authenticateStaff(database.sql, token, how),
  };
}
