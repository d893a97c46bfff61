/** The calls of standing orders, drafts and templates. */
import {
  changeKeptForm,
  changeOccurrence,
  changeStandingOrder,
  createStandingOrder,
  deleteKeptForm,
  endStandingOrder,
  forecastAccount,
  getKeptForm,
  getStandingOrder,
  keepForm as keepEndpoint,
  listComing,
  listKeptForms,
  listStandingOrders,
  pauseStandingOrder,
  restoreOccurrence,
  resumeStandingOrder,
  sendMissedRun,
  skipRun,
  sumComing,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { pageOf } from '@calmly/platform/page.ts';

import type { Bank } from '../../../accounts/server/accounts/index.ts';
import { requireClientActor } from '../../../identity/server/index.ts';
import type { Submit } from '../payments/index.ts';
import { forecast, readComing, sumMonths } from './coming.ts';
import { changeDay, restoreDay, sendMissed, skipDay } from './days.ts';
import { changeForm, deleteForm, keepForm, readForm, toKeptForms } from './kept.ts';
import { listForms } from './kept-store.ts';
import { readOrder } from './own-orders.ts';
import { changeOrder, createOrder, endOrder, pauseOrder, resumeOrder } from './service.ts';
import { listOrders } from './store.ts';
import { toStandingOrder } from './view.ts';

export interface OrdersParts {
  readonly bank: Bank;
  readonly submit: Submit;
}

/** Days in calls are those of the bank's calendar. Errors: `not_found` for another client's order or form. */
export function orderRoutes(router: Router, { bank, submit }: OrdersParts): void {
  router.write(createStandingOrder, (work, { body }) =>
    createOrder(work, bank, requireClientActor(work), body),
  );
  router.read(listStandingOrders, async (work, { query }) => {
    const rows = await listOrders(work.sql, requireClientActor(work).clientId, query);
    return pageOf(rows.map(toStandingOrder), query.limit);
  });
  router.read(getStandingOrder, (work, { params: { id } }) =>
    readOrder(work, { clientId: requireClientActor(work).clientId, id }),
  );
  router.write(changeStandingOrder, (work, { params, body }) => changeOrder(work, bank, params.id, body));
  router.write(pauseStandingOrder, (work, { params }) => pauseOrder(work, params.id));
  router.write(resumeStandingOrder, (work, { params }) => resumeOrder(work, bank, params.id));
  router.write(endStandingOrder, (work, { params }) => endOrder(work, params.id));
  router.write(skipRun, (work, { params, body }) => skipDay(work, params.id, body.dueOn));
  router.write(changeOccurrence, (work, { params, body }) => changeDay(work, bank, params.id, body));
  router.write(restoreOccurrence, (work, { params, body }) => restoreDay(work, bank, params.id, body.dueOn));
  router.write(sendMissedRun, (work, { params, body }) => sendMissed(submit, work, params.id, body.dueOn));

  router.read(listComing, (work, { query }) => readComing(work, requireClientActor(work).clientId, query));
  router.read(sumComing, (work) => sumMonths(work, requireClientActor(work).clientId));
  router.read(forecastAccount, (work, { query }) => forecast(work, requireClientActor(work).clientId, query));

  router.read(listKeptForms, async (work, { query }) => {
    const { clientId } = requireClientActor(work);
    const rows = await listForms(work.sql, clientId, query);
    return pageOf(await toKeptForms(work.sql, clientId, rows), query.limit);
  });
  router.read(getKeptForm, (work, { params }) => readForm(work, params.id));
  router.write(keepEndpoint, (work, { body }) => keepForm(work, body));
  router.write(changeKeptForm, (work, { params, body }) => changeForm(work, params.id, body));
  router.write(deleteKeptForm, (work, { params }) => deleteForm(work, params.id));
}
