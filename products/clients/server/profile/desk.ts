/** The desk queue of requests to change an address. */
import { auditors, type DeskItem, type DeskQueue } from '@calmly/platform/desk.ts';
import { type AddressOptions, addressIn, decideAddressChange } from './address-change.ts';
import { type AddressRequest, addressRequests } from './address-store.ts';

const itemOf = (request: AddressRequest): DeskItem => ({
  id: request.id,
  clientId: request.clientId,
  since: request.createdAt,
  subject: `new address: ${addressIn(request, 'en')}`,
});

export const addressChangeQueue = (options: AddressOptions): DeskQueue => ({
  kind: 'address-change',
  tellsReason: true,
  roles: { decides: ['SUPPORT'], reads: auditors },
  async list(sql, page) {
    return (await addressRequests.listWaiting(sql, page)).map(itemOf);
  },
  async find(sql, id) {
    const request = await addressRequests.find(sql, id);
    return (
      request && {
        ...itemOf(request),
        facts: [
          ['Address', addressIn(request, 'en')],
          ['Reason given', request.reason ?? 'none given'],
          ['State', request.state],
          ...(request.comment ? [['Reason for the decision', request.comment] as const] : []),
        ],
        documentIds: request.documentIds,
      }
    );
  },
  decide: (work, id, decision, { reason }) => decideAddressChange(work, options, { id, decision, reason }),
});
