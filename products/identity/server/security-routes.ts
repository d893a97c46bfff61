/** The calls of a person's security settings: endpoint to service or store. */
import * as contract from '@calmly/contract';
import { audit } from '@calmly/platform/audit.ts';
import type { Router } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { requireClientActor } from './codes/challenges.ts';
import { freezeAccess, unfreezeAccess } from './passwords/freeze.ts';
import {
  changePassword,
  requestReset,
  requireResetLink,
  resetPassword,
} from './passwords/password-change.ts';
import { listDevices, listSessions, listSignIns, nameDevice } from './sessions/security-list.ts';
import { endSessions } from './sessions/sessions.ts';
import { deleteDevice, findDeviceOfSession } from './sign-in/device-store.ts';
import type { SignInOptions } from './sign-in/sign-in.ts';

export interface SecurityRouteOptions extends SignInOptions {
  readonly requireRequest: (work: Work) => RequestContext;
}

/** Sessions and browsers are the person's own, whichever client they act for. */
export function securityRoutes(router: Router, options: SecurityRouteOptions): void {
  const { database, requireRequest, portalUrl } = options;

  router.read(contract.listSessions, (work, { query }) =>
    listSessions(work.sql, requireClientActor(work), query),
  );
  router.write(contract.endSession, async (work, { params, query }) => {
    const { personId } = requireClientActor(work);
    const choice = { personId, sessionId: params.id };
    const ended = await endSessions(work.sql, choice, 'signed_out_elsewhere');
    if (ended === 0) throw new Problem('not_found');
    await audit(work, { action: 'session.ended', details: { sessionId: params.id } });
    const wanted = query.forget === 'browser';
    const deviceId = wanted && (await findDeviceOfSession(work.sql, { id: params.id, personId }));
    if (deviceId) await forgetDevice(work, personId, deviceId);
    return undefined;
  });
  router.write(contract.endOtherSessions, async (work) => {
    const { personId, sessionId } = requireClientActor(work);
    const others = { personId, exceptId: sessionId };
    const ended = await endSessions(work.sql, others, 'signed_out_elsewhere');
    await audit(work, { action: 'session.others_ended', details: { ended } });
    return undefined;
  });

  router.read(contract.listDevices, (work, { query }) =>
    listDevices(work.sql, requireClientActor(work), query),
  );
  router.write(contract.renameDevice, async (work, { params, body }) => {
    const device = await nameDevice(work.sql, requireClientActor(work), { ...params, ...body });
    if (!device) throw new Problem('not_found');
    await audit(work, { action: 'device.named', details: { deviceId: params.id } });
    return device;
  });
  router.write(contract.forgetDevice, async (work, { params }) => {
    await forgetDevice(work, requireClientActor(work).personId, params.id);
    return undefined;
  });

  router.read(contract.listSignIns, (work, { query }) =>
    listSignIns(work.sql, requireClientActor(work), query),
  );

  router.own(contract.changePassword, async (work, { body }) => {
    await changePassword(database, work, body);
    return undefined;
  });
  router.own(contract.requestPasswordReset, async (work, { body }) => {
    await requestReset(work, requireRequest(work), body.email);
    return undefined;
  });
  router.own(contract.checkPasswordReset, async (work, { body }) => {
    await requireResetLink(work, body.token);
    return undefined;
  });
  router.own(contract.resetPassword, async (work, { body }) => {
    await resetPassword(database, work, body);
    return undefined;
  });
  router.own(contract.freezeAccess, (work) => freezeAccess(database, work, requireRequest(work), portalUrl));
  router.own(contract.unfreezeAccess, (work, { body }) =>
    unfreezeAccess(options, work, requireRequest(work), body.token),
  );
}

async function forgetDevice(work: Work, personId: string, deviceId: string): Promise<void> {
  // Sessions first, because afterwards they no longer name the device.
  await endSessions(work.sql, { personId, deviceId }, 'device_forgotten');
  if (!(await deleteDevice(work.sql, { id: deviceId, personId }))) throw new Problem('not_found');
  await audit(work, { action: 'device.forgotten', details: { deviceId } });
}
