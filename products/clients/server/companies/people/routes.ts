/** The calls of a company's people, invitations and handovers. */
import {
  acceptHandover,
  acceptInvitation,
  acceptOwnInvitation,
  changePerson,
  checkInvitation,
  declineInvitation,
  declineOwnInvitation,
  endHandover,
  invitePerson,
  isSentForApproval,
  joinByInvitation,
  listHandovers,
  listInvitations,
  listOwnInvitations,
  listPeople,
  offerHandover,
  removePerson,
  resendInvitation,
  resumePerson,
  type SentForApproval,
  sendInvitationCode,
  suspendPerson,
  withdrawInvitation,
} from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import type { Work } from '@calmly/platform/work.ts';
import { requireClientActor } from '../../../../identity/server/index.ts';
import * as handovers from '../handovers/handovers.ts';
import * as acceptance from '../invitations/accept.ts';
import * as refusal from '../invitations/decline.ts';
import * as invitations from '../invitations/invitations.ts';
import * as own from '../invitations/own.ts';
import { askForChange, type Done } from './changes.ts';
import type { PeopleCommand } from './commands.ts';
import * as members from './members.ts';

/** Changes of people answer with the approval if the company's rules require one; suspending never waits for it. */
export function peopleRoutes(router: Router, options: acceptance.JoinOptions): void {
  /** Requests the change; returns its result if it was made at once. */
  async function ask<Made>(
    work: Work,
    command: PeopleCommand,
    madeOf: (done: Done) => Made,
  ): Promise<Made | SentForApproval> {
    const answer = await askForChange(work, requireClientActor(work), options, command);
    return isSentForApproval(answer) ? answer : madeOf(answer);
  }
  const memberFor = (work: Work) => (done: Done) =>
    members.viewMember(made(done.member), requireClientActor(work));

  router.read(listPeople, (work, { query }) => members.listPeople(work.sql, requireClientActor(work), query));
  router.write(changePerson, (work, { params, body }) =>
    ask(work, { action: 'change', personId: params.id, ...body }, memberFor(work)),
  );
  router.write(suspendPerson, async (work, { params }) => {
    const command = { action: 'suspend', personId: params.id } as const;
    const actor = requireClientActor(work);
    const done = await askForChange(work, actor, options, command);
    return members.viewMember(made('member' in done ? done.member : undefined), actor);
  });
  router.write(resumePerson, (work, { params }) =>
    ask(work, { action: 'resume', personId: params.id }, memberFor(work)),
  );
  router.write(removePerson, (work, { params }) =>
    ask(work, { action: 'remove', personId: params.id }, () => undefined),
  );

  router.write(invitePerson, (work, { body }) =>
    ask(work, { action: 'invite', invitationId: work.newId(), ...body }, ({ invitation }) =>
      made(invitation),
    ),
  );
  router.read(listInvitations, (work, { query }) =>
    invitations.listInvitations(work.sql, requireClientActor(work), query),
  );
  router.write(resendInvitation, (work, { params }) =>
    invitations.resendInvitation(work, requireClientActor(work), options, params.id),
  );
  router.write(withdrawInvitation, async (work, { params }) => {
    await invitations.withdrawInvitation(work, requireClientActor(work), params.id);
    return undefined;
  });

  router.read(checkInvitation, (work, { body }) => acceptance.viewOffer(work.sql, body.token));
  router.write(acceptInvitation, (work, { body }) =>
    acceptance.acceptInvitation(work, requireClientActor(work), options, body.token),
  );
  router.read(listOwnInvitations, (work, { query }) =>
    own.listOwnInvitations(work.sql, requireClientActor(work), query),
  );
  router.write(acceptOwnInvitation, (work, { params }) =>
    own.acceptOwnInvitation(work, requireClientActor(work), options, params.id),
  );
  router.write(declineOwnInvitation, async (work, { params }) => {
    await refusal.declineOwnInvitation(work, requireClientActor(work), options, params.id);
    return undefined;
  });
  router.write(declineInvitation, async (work, { body }) => {
    await refusal.declineByLink(work, options, body.token);
    return undefined;
  });
  router.write(sendInvitationCode, (work, { body }) => acceptance.sendCode(work, body.token, body.phone));
  router.own(joinByInvitation, (work, { body }) => acceptance.joinAsStranger(work, options, body));

  router.read(listHandovers, (work, { query }) =>
    handovers.listHandovers(work.sql, requireClientActor(work), query),
  );
  router.write(offerHandover, (work, { body }) =>
    ask(work, { action: 'hand_over', handoverId: work.newId(), ...body }, ({ handover }) => made(handover)),
  );
  router.write(acceptHandover, async (work, { params }) => {
    await handovers.acceptHandover(work, requireClientActor(work), options, params.id);
    return undefined;
  });
  router.write(endHandover, async (work, { params }) => {
    await handovers.endHandover(work, requireClientActor(work), params.id);
    return undefined;
  });
}

function made<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('the change has not made what it answers with');
  return thing;
}
