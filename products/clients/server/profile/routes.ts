/** The profile's calls. */
import {
  confirmContactChange,
  listAddressChanges,
  requestAddressChange,
  requestContactChange,
  resendContactCode,
  savePreferences,
  undoContactChange,
  withdrawAddressChange,
} from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Database } from '@calmly/platform/database.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { changePreferences, type ReadClient, requireClientActor } from '../../../identity/server/index.ts';
import * as address from './address-change.ts';
import * as contact from './contact-change.ts';

export interface ProfileOptions {
  readonly database: Database;
  /** The portal's address, the base of links in messages. */
  readonly portalUrl: string;
  readonly readClient: ReadClient;
}

/** The portal's page for undoing a change of contact. */
const undoPath = '/undo-contact-change';

/** Confirming a change of contact opens its own transactions, so that a wrong code is counted. */
export function profileRoutes(router: Router, { database, portalUrl, readClient }: ProfileOptions): void {
  router.write(requestAddressChange, (work, { body }) =>
    address.requestAddressChange(work, requireClientActor(work), { portalUrl }, body),
  );
  router.read(listAddressChanges, (work, { query }) =>
    address.listAddressChanges(work.sql, requireClientActor(work), query),
  );
  router.write(withdrawAddressChange, async (work, { params }) => {
    await address.withdrawAddressChange(work, requireClientActor(work), params.id);
    return undefined;
  });

  router.write(requestContactChange, (work, { body }) =>
    contact.requestContactChange(work, requireClientActor(work), body),
  );
  router.write(resendContactCode, (work, { params }) =>
    contact.resendContactCode(work, requireClientActor(work), params.id),
  );
  router.own(confirmContactChange, async (work, { params, body }) => {
    const actor = requireClientActor(work);
    const undoUrl = `${portalUrl}${undoPath}`;
    await contact.confirmContactChange(database, work, actor, { id: params.id, code: body.code, undoUrl });
    return readClient(work.sql, actor, actor.clientId);
  });
  router.write(undoContactChange, (work, { body }) => contact.undoContactChange(work, body.token));

  router.write(savePreferences, async (work, { body }) => {
    const { personId } = requireClientActor(work);
    await changePreferences(work.sql, personId, body);
    await audit(work, {
      action: 'preferences.changed',
      details: { language: body.language ?? null, theme: body.theme ?? null },
    });
    return undefined;
  });
}
