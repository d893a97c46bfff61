/** The calls of cards, except those about payments (`authorizations`). */
import * as contract from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { requireClientActor } from '../../identity/server/index.ts';
import { countCards, listCards } from './card-store.ts';
import { blockCard, changeControls, renameCard, unblockCard } from './controls/change.ts';
import { activateCard } from './issuing/activate.ts';
import { issueCard, readOffer } from './issuing/issue.ts';
import { replaceCard } from './issuing/replace.ts';
import { closeCard } from './money/close.ts';
import { topUpCard, withdrawFromCard } from './money/moves.ts';
import { requireCard } from './own-card.ts';
import { present, presentDetails } from './reading/view.ts';
import { changeRules, readRules } from './receipts/change.ts';
import { revealCard, setPin, showPin } from './secrets/secrets.ts';
import type { CardTools } from './tools.ts';

/** A list of cards comes with the counts of all groups. */
export function cardRoutes(router: Router, tools: CardTools): void {
  const { secrets } = tools;

  router.read(contract.listCards, async (work, { query }) => {
    const { clientId, personId } = requireClientActor(work);
    const { group, limit } = query;
    const before = cursorId(query.cursor);
    const cards = await listCards(work.sql, { clientId, personId, group, before, limit: limit + 1 });
    return {
      ...pageOf(await present(work.sql, cards, personId), limit),
      Counts: await countCards(work.sql, { clientId, personId }),
    };
  });
  router.read(contract.getCardOffer, (work) => readOffer(work, requireClientActor(work), tools));
  router.read(contract.getCard, async (work, { params: { id } }) => {
    const actor = requireClientActor(work);
    return presentDetails(work, await requireCard(work.sql, actor, id), actor.personId);
  });
  router.write(contract.issueCard, (work, { body }) =>
    issueCard(work, requireClientActor(work), tools, body),
  );
  router.write(contract.replaceCard, (work, { params, body }) =>
    replaceCard(work, requireClientActor(work), tools, { ...params, ...body }),
  );
  router.write(contract.activateCard, (work, { params, body }) =>
    activateCard(work, requireClientActor(work), { ...params, ...body }),
  );
  router.write(contract.closeCard, (work, { params, body }) =>
    closeCard(work, requireClientActor(work), { ...params, account: body.account }),
  );

  router.write(contract.renameCard, (work, { params, body }) =>
    renameCard(work, requireClientActor(work), { ...params, ...body }),
  );
  router.write(contract.changeCardControls, (work, { params, body }) =>
    changeControls(work, requireClientActor(work), { ...params, ...body }),
  );
  router.write(contract.blockCard, (work, { params }) =>
    blockCard(work, requireClientActor(work), params.id),
  );
  router.write(contract.unblockCard, (work, { params }) =>
    unblockCard(work, requireClientActor(work), params.id),
  );

  router.read(contract.getReceiptRules, (work) => readRules(work, requireClientActor(work)));
  router.write(contract.changeReceiptRules, (work, { body }) =>
    changeRules(work, requireClientActor(work), body),
  );

  router.write(contract.topUpCard, (work, { params, body }) =>
    topUpCard(work, requireClientActor(work), { ...params, ...body }),
  );
  router.write(contract.withdrawFromCard, (work, { params, body }) =>
    withdrawFromCard(work, requireClientActor(work), { ...params, ...body }),
  );

  router.write(contract.revealCard, (work, { params }) =>
    revealCard(work, requireClientActor(work), secrets, params.id),
  );
  router.write(contract.showPin, (work, { params }) =>
    showPin(work, requireClientActor(work), secrets, params.id),
  );
  router.write(contract.setPin, async (work, { params, body }) => {
    await setPin(work, requireClientActor(work), secrets, { ...params, ...body });
    return undefined;
  });
}
