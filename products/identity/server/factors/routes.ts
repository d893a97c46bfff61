/** The calls of second factors. Those about an open challenge belong to its holder: the session or, at sign-in, the browser. */
import {
  addPasskey,
  addTotp,
  chooseMethod,
  getFactors,
  makeRecoveryCodes,
  provePasskey,
  removeFactor,
  renameFactor,
  setMessageCodes,
  setPreferredFactor,
  startPasskey,
  startTotp,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import type { RequestContext, Work } from '@calmly/platform/work.ts';
import { type CheckTools, provePasskey as prove } from '../codes/challenge-check.ts';
import type { Holder } from '../codes/challenge-store.ts';
import { chooseMethod as choose } from '../codes/challenges.ts';
import * as service from './service.ts';

export interface FactorRouteOptions extends CheckTools {
  /** The holder on whose challenges the caller may act; `path` is the call's own, under `/api`. */
  readonly holderOf: (request: RequestContext, path: string) => Promise<Holder>;
}

/** Calls about an open challenge need no session: `holderOf` determines its holder. */
export function factorRoutes(router: Router, tools: FactorRouteOptions): void {
  const { database, holderOf } = tools;
  router.read(getFactors, (work) => service.readFactors(work));
  router.write(startTotp, (work) => service.startTotp(work, tools));
  router.write(addTotp, (work, { body }) => service.addTotp(work, tools, body));
  router.write(startPasskey, (work) => service.startPasskey(work, tools));
  router.write(addPasskey, (work, { body }) => service.addPasskey(work, tools, body));
  router.write(renameFactor, (work, { params, body }) => service.nameFactor(work, params.id, body.name));
  router.write(removeFactor, (work, { params }) => service.removeFactor(work, params.id));
  router.write(setMessageCodes, (work, { body }) => service.setMessageCodes(work, body));
  router.write(setPreferredFactor, (work, { body }) => service.setPreferred(work, body.preferred));
  router.write(makeRecoveryCodes, (work) => service.makeRecoveryCodes(work));

  router.own(chooseMethod, async (work, { body }) => {
    const request = requireRequest(work);
    const holder = await holderOf(request, chooseMethod.path);
    const chosen = { challengeId: body.challenge_id, holder, method: body.method, sandbox: request.sandbox };
    return database.inTransaction((sql) => choose(sql, chosen));
  });
  router.own(provePasskey, async (work, { body }) => {
    const request = requireRequest(work);
    const holder = await holderOf(request, provePasskey.path);
    const given = { challengeId: body.challenge_id, holder, assertion: body.assertion };
    return { proof: await prove(tools, request, given) };
  });
}

function requireRequest(work: Work): RequestContext {
  if (!work.request) throw new Error('a call has a request');
  return work.request;
}
