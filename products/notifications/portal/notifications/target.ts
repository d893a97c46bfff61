/** The target of a notification: its subject, in the current profile. */
import { type Notification, type NotificationKind, notificationKinds } from '@calmly/contract';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { linkOptions } from '@tanstack/react-router';

export const isApproval = (kind: NotificationKind) => notificationKinds[kind] === 'approvals';

export const isRequest = (kind: NotificationKind) => notificationKinds[kind] === 'requests';

export const isOrder = (kind: NotificationKind) => kind === 'order_missed' || kind === 'order_suspended';

export const isPayout = (kind: NotificationKind) => notificationKinds[kind] === 'payouts';

const isSupport = (kind: NotificationKind) => notificationKinds[kind] === 'support';

export const isThreshold = (kind: NotificationKind) => notificationKinds[kind] === 'thresholds';

export const isStatement = (kind: NotificationKind) => notificationKinds[kind] === 'statements';

const isIban = (kind: NotificationKind) => notificationKinds[kind] === 'accounts';

/** Notifications about one payment, whose subject is a transaction instead of a card. */
export const isCardPayment = (kind: NotificationKind) =>
  kind.startsWith('card_payment_') || kind.startsWith('card_receipt_') || kind === 'card_dispute';

/** Notifications about the card itself. */
export const isCard = (kind: NotificationKind) => notificationKinds[kind] === 'cards' && !isCardPayment(kind);

const personal: ReadonlySet<NotificationKind> = new Set(['contact_changed', 'address_changed']);

/** Undefined if there is nothing to open. */
export function useTarget({ kind, params, subjectId }: Notification) {
  const { companyName } = useClient();
  if (isApproval(kind) && subjectId !== null)
    return linkOptions({
      to: '/inbox',
      search: {
        ...((kind === 'approval_decided' || kind === 'approval_ended') && { view: 'CLOSED' as const }),
        approval: subjectId,
      },
    });
  if (isRequest(kind) && subjectId !== null)
    return linkOptions({ to: '/payments', search: { tab: 'requests', request: subjectId } });
  if (isOrder(kind) && subjectId !== null)
    return linkOptions({ to: '/payments', search: { tab: 'scheduled', order: subjectId } });
  if (isPayout(kind) && subjectId !== null)
    return linkOptions({ to: '/payments/payouts/$id', params: { id: subjectId }, search: {} });
  if (isStatement(kind))
    return linkOptions({ to: '/statements', search: subjectId === null ? {} : { account: subjectId } });
  if (isIban(kind))
    return linkOptions({ to: '/requisites', search: subjectId === null ? {} : { account: subjectId } });
  if (kind === 'balance_low' && subjectId !== null) {
    if (params.accountKind === 'CARD') return linkOptions({ to: '/cards' });
    if (params.accountKind === 'WALLET') return linkOptions({ to: '/crypto' });
    return linkOptions({ to: '/accounts/$id', params: { id: subjectId }, search: {} });
  }
  if (isThreshold(kind) && subjectId === null) return undefined;
  if (isSupport(kind) && subjectId !== null)
    return linkOptions({ to: '/support', search: { conversation: subjectId } });
  if (isCard(kind)) return linkOptions({ to: '/cards' });
  if (kind === 'company_invitation' && subjectId !== null)
    return linkOptions({ to: '/invitation', search: { id: subjectId } });
  if (subjectId !== null) return linkOptions({ to: '/payments', search: { payment: subjectId } });
  if (kind === 'news') return undefined;
  if (kind === 'membership_changed' || kind === 'colleague_changed')
    // The list of another company's people cannot be opened here.
    return params.company === companyName
      ? linkOptions({ to: '/account-profile', search: { tab: 'people' } })
      : undefined;
  if (kind === 'company_changed')
    return params.company === companyName
      ? linkOptions({ to: '/account-profile', search: { tab: 'company' } })
      : undefined;
  if (kind === 'application_connected')
    return linkOptions({ to: '/account-profile', search: { tab: 'connections' } });
  return linkOptions({
    to: '/account-profile',
    search: { tab: personal.has(kind) ? 'personal' : 'security' },
  });
}
