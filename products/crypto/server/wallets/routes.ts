/** Endpoints of wallets. */
import * as contract from '@calmly/contract';
import type { Router } from '@calmly/platform/http/router.ts';
import { cursorId, pageOf } from '@calmly/platform/page.ts';
import { badFields, Problem } from '@calmly/platform/problem.ts';
import { findCoolingOffEnd, requireClientActor } from '../../../identity/server/index.ts';
import { moveCrypto } from './moves/move.ts';
import { availableWallets, createUser, createWallet, existingWallets } from './opening/users.ts';
import { beginningOf, listHistory } from './reading/history.ts';
import type { WalletTools } from './tools.ts';
import { checkAddress } from './withdrawals/destination.ts';
import { cancelWithdrawal } from './withdrawals/end.ts';
import { orderWithdrawal } from './withdrawals/order-withdrawal.ts';
import { listPayees } from './withdrawals/payee-store.ts';
import { addPayee, presentPayee, removePayee } from './withdrawals/payees.ts';
import { quoteWithdrawal } from './withdrawals/quote.ts';
import { present, presentOne } from './withdrawals/view.ts';
import { findWithdrawal, listWithdrawals } from './withdrawals/withdrawal-store.ts';

/** `quoteWithdrawal` stores a quote although it is a read: the chain is asked outside a transaction. */
export function walletRoutes(router: Router, tools: WalletTools): void {
  router.write(contract.createCryptoUser, (work, { body }) =>
    createUser(work, requireClientActor(work), tools, body.termsVersion),
  );
  router.read(contract.listWallets, (work) => existingWallets(work, requireClientActor(work)));
  router.read(contract.listAvailableWallets, (work) =>
    availableWallets(work, requireClientActor(work), tools),
  );
  router.write(contract.createWallet, (work, { body }) =>
    createWallet(work, requireClientActor(work), tools, body.asset),
  );

  router.read(contract.listCryptoHistory, async (work, { query }) => {
    const { clientId } = requireClientActor(work);
    const { direction, status, limit, period, timeZone } = query;
    const named = direction === undefined ? 'Deposit' : requestTypes[direction];
    const { type = named } = query;
    if (direction !== undefined && type !== named) throw badFields({ field: 'direction', code: 'invalid' });
    const items = await listHistory(work.sql, {
      clientId,
      id: query.id,
      type,
      status,
      asset: query.currency,
      from: beginningOf(period, timeZone, work.now),
      before: cursorId(query.cursor),
      limit: limit + 1,
    });
    return pageOf(items, limit);
  });
  router.write(contract.moveCrypto, (work, { body }) =>
    moveCrypto(work, requireClientActor(work), tools, body),
  );

  router.read(contract.listWithdrawals, async (work, { query }) => {
    const { clientId } = requireClientActor(work);
    const found = await listWithdrawals(work.sql, {
      clientId,
      from: query.from_time === undefined ? undefined : momentIn(query.from_time),
      before: cursorId(query.cursor),
      limit: query.limit + 1,
    });
    return pageOf(await present(work.sql, found), query.limit);
  });
  router.read(contract.getWithdrawal, async (work, { params: { id } }) => {
    const found = await findWithdrawal(work.sql, id);
    if (found?.clientId !== requireClientActor(work).clientId) throw new Problem('not_found');
    return presentOne(work.sql, found);
  });
  // Not in a transaction: the chain is asked.
  router.read(contract.quoteWithdrawal, (work, { body }) =>
    quoteWithdrawal(work, requireClientActor(work), tools, body.asset),
  );
  router.read(contract.checkCryptoAddress, (work, { body }) =>
    checkAddress(work.sql, tools, {
      clientId: requireClientActor(work).clientId,
      asset: body.asset,
      text: body.address,
    }),
  );
  router.write(contract.createWithdrawal, (work, { body }) =>
    orderWithdrawal(work, requireClientActor(work), tools, body),
  );
  router.write(contract.cancelWithdrawal, (work, { params: { id } }) =>
    cancelWithdrawal(work, requireClientActor(work), id),
  );

  router.read(contract.listCryptoPayees, async (work, { query }) => {
    const { clientId, personId } = requireClientActor(work);
    const before = cursorId(query.cursor);
    const found = await listPayees(work.sql, { clientId, before, limit: query.limit + 1 });
    const endOf = await findCoolingOffEnd(work.sql, personId);
    const payees = found.map((payee) => ({
      ...presentPayee(payee),
      coolingOffUntil: endOf(payee.createdAt)?.toISOString() ?? null,
    }));
    return pageOf(payees, query.limit);
  });
  router.write(contract.addCryptoPayee, (work, { body }) =>
    addPayee(work, requireClientActor(work), tools, body),
  );
  router.write(contract.deleteCryptoPayee, (work, { params: { id } }) =>
    removePayee(work, requireClientActor(work), id),
  );
}

const requestTypes = { CREDIT: 'Deposit', DEBIT: 'Transfer' } as const;

/** RFC 3339, or unix time in seconds or milliseconds: seconds have fewer than twelve digits until the year 5138. */
function momentIn(text: string): Date {
  if (!/^\d+$/.test(text)) return new Date(text);
  return new Date(Number(text) * (text.length < 12 ? 1_000 : 1));
}
