/** The office's calls: who is signed in, the people, proposals, the inbox, the audit. */
import {
  acceptInvitation,
  approveProposal,
  beginStaffSignIn,
  changeStaffPassword,
  claimInboxItem,
  completeStaffSignIn,
  decideInboxItem,
  endSessionsOf,
  endStaffSession,
  getInboxDocument,
  getInboxItem,
  getProposal,
  getStaffSession,
  listAudit,
  listInboxItems,
  listOwnItems,
  listProposals,
  listQueues,
  listStaff,
  openInvitation,
  proposeStaffChange,
  proveStaffFactor,
  rejectProposal,
  releaseInboxItem,
  withdrawProposal,
} from '@calmly/contract/staff';
import type { Router } from '@calmly/platform/http/router.ts';
import { Problem } from '@calmly/platform/problem.ts';
import type { RequestContext, StaffActor, Work } from '@calmly/platform/work.ts';
import * as auditing from './audit/list.ts';
import * as inbox from './inbox/service.ts';
import { endSessionsOf as endSessionsOfPerson } from './people/end-sessions.ts';
import { listPeople } from './people/store.ts';
import * as proposals from './proposals/service.ts';
import * as proposalStore from './proposals/store.ts';
import * as signIn from './sign-in/service.ts';
import { closeSession, readSession } from './sign-in/sessions.ts';

export interface OfficeTools extends signIn.SignInTools, inbox.InboxTools {
  readonly acts: proposals.Acts;
  readonly suspicions: auditing.Suspicions;
}

export function officeRoutes(router: Router, tools: OfficeTools): void {
  sessionRoutes(router, tools);
  proposalRoutes(router, tools);
  inboxRoutes(router, tools);
  router.read(listAudit, ({ sql, actor }, { query }) =>
    auditing.listAudit(sql, staffOf({ actor }), tools.suspicions, {
      before: query.before,
      limit: query.limit,
      person: query.person,
      client: query.client,
      action: query.action,
    }),
  );
}

function sessionRoutes(router: Router, tools: OfficeTools): void {
  router.own(beginStaffSignIn, (work, { body }) => signIn.beginSignIn(work, tools, requestOf(work), body));
  router.own(completeStaffSignIn, (work, { body }) =>
    signIn.completeSignIn(work, tools, requestOf(work), body),
  );
  router.own(openInvitation, (work, { body }) =>
    signIn.openInvitation(work, tools, requestOf(work), body.token),
  );
  router.own(acceptInvitation, (work, { body }) =>
    signIn.acceptInvitation(work, tools, requestOf(work), body),
  );
  router.read(getStaffSession, (work) => readSession(work.sql, staffOf(work).sessionId, requestOf(work)));
  router.own(proveStaffFactor, async (work, { body }) => {
    const actor = staffOf(work);
    const { shownCode } = await signIn.proveFactor(work, tools, actor, requestOf(work), body.code);
    const { factorUntil } = await readSession(work.sql, actor.sessionId, requestOf(work));
    return { factorUntil, shownCode };
  });
  router.own(endStaffSession, (work) =>
    tools.database.inTransaction((sql) => closeSession({ ...work, sql }, staffOf(work), requestOf(work))),
  );
  router.own(changeStaffPassword, async (work, { body }) => {
    await signIn.changePassword(work, tools, staffOf(work), body);
    return undefined;
  });
}

function proposalRoutes(router: Router, tools: OfficeTools): void {
  const view = async (work: Work, proposal: proposalStore.StoredProposal) => {
    const [shown] = await proposals.viewsOf(work.sql, staffOf(work), tools.acts, [proposal], work.now);
    if (!shown) throw new Error('a proposal has no view');
    return shown;
  };
  router.read(listStaff, async ({ sql }) => ({ items: await listPeople(sql) }));
  router.write(proposeStaffChange, async (work, { body }) => {
    const act = tools.acts.get(body.change.act);
    if (!act) throw new Problem('not_found');
    const { act: _name, ...content } = body.change;
    const proposed = { content: content as never, reason: body.reason };
    return view(work, await proposals.propose(work, staffOf(work), act, proposed));
  });
  router.write(endSessionsOf, async (work, { params, body }) => {
    await endSessionsOfPerson(work, params.id, body.reason);
    return undefined;
  });
  router.read(listProposals, async (work, { query }) => {
    const actor = staffOf(work);
    const acts = [...tools.acts.values()]
      .filter((act) => proposals.mayRead(actor, act))
      .map(({ name }) => name);
    const { limit, before } = query;
    const page = await proposalStore.listProposals(work.sql, {
      waiting: query.state === 'waiting',
      acts,
      before,
      limit,
    });
    return {
      items: await proposals.viewsOf(work.sql, actor, tools.acts, page, work.now),
      next: page.length === limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
  router.read(getProposal, async (work, { params }) => {
    const proposal = await proposalStore.findProposal(work.sql, params.id);
    const act = proposal && tools.acts.get(proposal.act);
    if (!act || !proposals.mayRead(staffOf(work), act)) throw new Problem('not_found');
    return view(work, proposal);
  });
  router.write(approveProposal, async (work, { params, body }) => {
    const decided = { id: params.id, seen: body.seen };
    return view(work, await proposals.approve(work, staffOf(work), tools.acts, decided));
  });
  router.write(rejectProposal, async (work, { params, body }) =>
    view(
      work,
      await proposals.reject(work, staffOf(work), tools.acts, { id: params.id, reason: body.reason }),
    ),
  );
  router.write(withdrawProposal, async (work, { params }) =>
    view(work, await proposals.withdraw(work, staffOf(work), params.id)),
  );
}

function inboxRoutes(router: Router, tools: OfficeTools): void {
  router.read(listQueues, async ({ sql, actor, log, now }) => {
    const staff = staffOf({ actor });
    const acts = [...tools.acts.values()]
      .filter(({ roles }) => roles.some((role) => staff.roles.includes(role)))
      .map(({ name }) => name);
    return {
      queues: await inbox.listQueues(sql, tools, staff, log),
      proposals: await proposalStore.countToCheck(sql, { personId: staff.personId, acts, now }),
    };
  });
  router.read(listInboxItems, ({ sql, actor }, { params, query }) =>
    inbox.listItems(sql, tools, staffOf({ actor }), {
      queue: params.queue,
      after: query.after,
      limit: query.limit,
    }),
  );
  router.read(listOwnItems, async ({ sql, actor }) => ({
    items: await inbox.listOwn(sql, tools, staffOf({ actor })),
  }));
  router.read(getInboxItem, (work, { params }) => inbox.openItem(work, tools, staffOf(work), params));
  router.read(getInboxDocument, async (work, { params }) => {
    const { fileName, content } = await inbox.readDocument(work, tools, staffOf(work), params);
    return { fileName, content };
  });
  router.write(decideInboxItem, async (work, { params, body }) => {
    const { decision, version, reason, account } = body;
    await inbox.decide(work, tools, staffOf(work), { ...params, decision, version, reason, account });
    return { ...params, decision };
  });
  router.write(claimInboxItem, async (work, { params, body }) => ({
    claimedBy: await inbox.claim(work, tools, staffOf(work), { ...params, person: body.person }),
  }));
  router.write(releaseInboxItem, async (work, { params }) => {
    await inbox.release(work, tools, staffOf(work), params);
    return undefined;
  });
}

/** Who is signed in; the office's gate lets nobody else through. */
function staffOf({ actor }: Pick<Work, 'actor'>): StaffActor {
  if (actor.kind !== 'staff') throw new Problem('staff_session_over');
  return actor;
}

function requestOf({ request }: Work): RequestContext {
  if (!request) throw new Error('a call of the office has a request');
  return request;
}
