/** One notification in words: what happened, the other side, the amount, the time; and its link. */
import type { Notification, NotificationKind } from '@calmly/contract';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Circle } from '@calmly/ui/layout/circle.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import {
  IconArrowBackUp,
  IconArrowDownLeft,
  IconArrowUpRight,
  IconBuilding,
  IconBuildingBank,
  IconChecks,
  IconCreditCard,
  IconCreditCardOff,
  IconDeviceLaptop,
  IconExclamationCircle,
  IconFileText,
  IconGavel,
  IconHourglass,
  IconLifebuoy,
  IconPlugConnected,
  IconReceipt,
  IconShieldCheck,
  IconSparkles,
  IconTable,
  IconTrendingDown,
  IconTruckDelivery,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './notifications.module.css';
import { StatementDetail } from './statement-detail.tsx';
import {
  isApproval,
  isCard,
  isCardPayment,
  isPayout,
  isRequest,
  isStatement,
  isThreshold,
  useTarget,
} from './target.ts';

interface EntryProps {
  notification: Notification;
  onOpen: (notification: Notification) => void;
}

const icons: Partial<Record<NotificationKind, typeof IconShieldCheck>> = {
  payment_executed: IconArrowUpRight,
  payment_rejected: IconExclamationCircle,
  payment_received: IconArrowDownLeft,
  payment_returned: IconArrowBackUp,
  payment_in_review: IconHourglass,
  payment_document_wanted: IconFileText,
  payment_canceled: IconExclamationCircle,
  crypto_received: IconArrowDownLeft,
  crypto_sent: IconArrowUpRight,
  crypto_failed: IconExclamationCircle,
  balance_low: IconTrendingDown,
  large_amount_in: IconArrowDownLeft,
  large_amount_out: IconArrowUpRight,
  iban_issued: IconBuildingBank,
  iban_refused: IconBuildingBank,
  request_paid: IconReceipt,
  request_part_paid: IconReceipt,
  request_overdue: IconExclamationCircle,
  request_unmatched: IconExclamationCircle,
  payout_done: IconTable,
  payout_rows_unpaid: IconExclamationCircle,
  order_missed: IconExclamationCircle,
  order_suspended: IconExclamationCircle,
  new_device: IconDeviceLaptop,
  membership_changed: IconUsers,
  colleague_changed: IconUsers,
  company_invitation: IconUsers,
  company_changed: IconBuilding,
  application_connected: IconPlugConnected,
  approval_wanted: IconChecks,
  approval_reminder: IconChecks,
  approval_decided: IconChecks,
  approval_ended: IconChecks,
  card_payment_declined: IconCreditCardOff,
  card_payment_abroad: IconCreditCard,
  card_issued: IconCreditCard,
  card_shipped: IconTruckDelivery,
  card_delivered: IconCreditCard,
  card_blocked: IconCreditCardOff,
  card_expiring: IconHourglass,
  card_expired: IconCreditCardOff,
  card_closed: IconCreditCardOff,
  card_locked: IconCreditCardOff,
  card_unlocked: IconCreditCard,
  card_receipt_missing: IconReceipt,
  card_receipt_due: IconReceipt,
  card_dispute: IconGavel,
  statements_ready: IconFileText,
  statement_restated: IconFileText,
  statement_file_ready: IconFileText,
  statement_file_failed: IconExclamationCircle,
  support_answered: IconLifebuoy,
  support_closed: IconLifebuoy,
  news: IconSparkles,
};

const credits: ReadonlySet<NotificationKind> = new Set([
  'payment_received',
  'payment_returned',
  'crypto_received',
  'large_amount_in',
]);
const debits: ReadonlySet<NotificationKind> = new Set([
  'payment_executed',
  'crypto_sent',
  'large_amount_out',
]);

/** The direction of the money; undefined if none has moved. */
function moved(kind: NotificationKind): 'CREDIT' | 'DEBIT' | undefined {
  if (credits.has(kind)) return 'CREDIT';
  return debits.has(kind) ? 'DEBIT' : undefined;
}

export function NotificationEntry({ notification, onOpen }: EntryProps) {
  const t = useTranslations('notifications');
  const format = useFormatter();
  const { kind, params, createdAt, read } = notification;
  const target = useTarget(notification);
  const Icon = icons[kind] ?? IconShieldCheck;
  const direction = moved(kind);
  const parts = (
    <>
      <Circle className={classes.icon} data-kind={kind}>
        <Icon aria-hidden="true" />
      </Circle>
      <Text as="span" size={13} tone="soft" wrap="anywhere" className={classes.words}>
        <Text as="span" size={15} tone="ink" weight="label">
          {kind === 'news' ? (params.title ?? t('kinds.news')) : t(`kinds.${kind}`)}
        </Text>
        <Detail notification={notification} />
        <time dateTime={createdAt}>
          {format.dateTime(new Date(createdAt), {
            day: 'numeric',
            month: 'short',
            hour: '2-digit',
            minute: '2-digit',
          })}
        </time>
      </Text>
      {params.amount && params.currency && (
        <span className={classes.amount}>
          <Amount value={params.amount} currency={params.currency} {...(direction && { direction })} />
        </span>
      )}
      {!read && (
        <span className={classes.unread}>
          <span className="visually-hidden">{t('unread')}</span>
        </span>
      )}
    </>
  );
  const shared = { className: classes.entry, onClick: () => onOpen(notification) };
  if (target === undefined)
    return (
      <button type="button" {...shared}>
        {parts}
      </button>
    );
  return (
    <Link {...target} {...shared}>
      {parts}
    </Link>
  );
}

/** The second line: the other side, the reason, the origin. */
function Detail({ notification: { kind, params } }: { notification: Notification }) {
  const t = useTranslations('notifications');
  const payments = useTranslations('payments');
  const format = useFormatter();
  const { counterparty = '', reason, device, factor, text, person, payout } = params;
  const paid = (
    <>
      <span>
        {payout === undefined
          ? t('to', { name: counterparty })
          : payments('confidential.payout', { number: payout })}
      </span>
      {person && <span>{t('orderedBy', { name: person })}</span>}
    </>
  );
  if (isThreshold(kind)) return <ThresholdDetail kind={kind} params={params} />;
  if (isStatement(kind)) return <StatementDetail params={params} />;
  if (isRequest(kind)) return <span>{[counterparty, params.details].filter(Boolean).join(', ')}</span>;
  if (kind === 'payment_received') return <span>{t('from', { name: counterparty })}</span>;
  if (kind === 'crypto_received') return <span>{counterparty}</span>;
  if (kind === 'crypto_sent' || kind === 'crypto_failed')
    return <span>{t('to', { name: counterparty })}</span>;
  if (kind === 'iban_issued' || kind === 'iban_refused') {
    const known = `ibanReasons.${reason}` as 'ibanReasons.account_closed';
    return <span>{t.has(known) ? t(known) : params.account}</span>;
  }
  if (isCardPayment(kind))
    return (
      <>
        <span>{counterparty}</span>
        {kind === 'card_dispute' && <span>{t(`disputes.${params.event}` as 'disputes.OPEN')}</span>}
        <span>
          {params.card} •••• {params.lastFour}
        </span>
      </>
    );
  if (isCard(kind))
    return (
      <span>
        {params.card} •••• {params.lastFour}
      </span>
    );
  if (kind === 'payment_returned') return <span>{t('from', { name: counterparty })}</span>;
  if (kind === 'payment_in_review' || kind === 'payment_document_wanted' || kind === 'payment_executed')
    return paid;
  if (kind === 'payment_canceled')
    return (
      <>
        {paid}
        <span>{t('canceledBy', { name: params.by ?? '' })}</span>
      </>
    );
  if (kind === 'payment_rejected') {
    const known = `reasons.${reason}` as 'reasons.regulatory';
    return (
      <>
        {paid}
        {reason && payments.has(known) && <span>{payments(known)}</span>}
      </>
    );
  }
  if (kind === 'membership_changed' || kind === 'colleague_changed') {
    const { event, company = '', person = '', by = '' } = params;
    const known = `people.${event}` as 'people.changed';
    if (event === 'overruled') {
      const date = format.dateTime(new Date(params.date ?? ''), { day: 'numeric', month: 'long' });
      return <span>{t('people.overruled', { company, by, date })}</span>;
    }
    return t.has(known) ? <span>{t(known, { company, person, by })}</span> : null;
  }
  if (kind === 'company_changed') {
    const { event, company = '', by = '' } = params;
    const known = `companyEvents.${event}` as 'companyEvents.asked';
    return t.has(known) ? <span>{t(known, { company, by })}</span> : null;
  }
  if (kind === 'company_invitation') {
    const { company = '', by = '' } = params;
    return <span>{t('invitedBy', { company, by })}</span>;
  }
  if (kind === 'application_connected') {
    const { application = '', operator = '', by } = params;
    return (
      <>
        <span>{t('connected', { application, operator })}</span>
        {by && <span>{t('connectedBy', { by })}</span>}
      </>
    );
  }
  if (isPayout(kind)) return <PayoutDetail params={params} />;
  if (isApproval(kind)) return <ApprovalDetail kind={kind} params={params} />;
  const detail = device ?? factor ?? text;
  return (
    <>
      {detail && <span>{detail}</span>}
      {kind === 'new_device' && <span>{t('notYou')}</span>}
    </>
  );
}

/** The account and the limit, or the other side. */
function ThresholdDetail({ kind, params }: Pick<Notification, 'kind' | 'params'>) {
  const t = useTranslations('notifications');
  const payments = useTranslations('payments');
  const { account = '', limit = '', currency = '', counterparty, payout } = params;
  if (kind === 'balance_low')
    return <span>{t('belowLimit', { account, limit: amountText(limit, currency) })}</span>;
  const name = counterparty && t(kind === 'large_amount_in' ? 'from' : 'to', { name: counterparty });
  return (
    <>
      <span>{account}</span>
      {name && <span>{name}</span>}
      {payout && <span>{payments('confidential.payout', { number: payout })}</span>}
    </>
  );
}

const outcomes = ['paid', 'pending', 'failed', 'leftOut'] as const;

/** The payout's number and its row counts. */
function PayoutDetail({ params }: Pick<Notification, 'params'>) {
  const t = useTranslations('notifications.payout');
  const { number = '', count } = params;
  const counts = outcomes.flatMap((outcome) => {
    const rows = params[outcome] ?? '0';
    return rows === '0' ? [] : t(outcome, { count: rows });
  });
  return (
    <>
      <span>{t('number', { number })}</span>
      <span>{count === undefined ? counts.join(', ') : t('unpaid', { count: Number(count) })}</span>
    </>
  );
}

/** Who requests on whose behalf, or who decided what and why. */
function ApprovalDetail({ kind, params }: Pick<Notification, 'kind' | 'params'>) {
  const t = useTranslations('notifications');
  const approvals = useTranslations('approvals');
  const { approvalKind, company = '', counterparty, person, outcome, reason, application } = params;
  const about = `notes.${approvalKind}` as 'notes.payment';
  const what = counterparty ?? (approvals.has(about) ? approvals(about) : undefined);
  const state = `states.${outcome}` as 'states.APPROVED';
  const how = kind === 'approval_decided' && approvals.has(state) ? approvals(state) : undefined;
  return (
    <>
      <span>{[how, what, company].filter(Boolean).join(', ')}</span>
      {person && <span>{t(kind === 'approval_decided' ? 'decidedBy' : 'askedBy', { name: person })}</span>}
      {application && <span>{t('byApplication', { application })}</span>}
      {reason && <span>{approvals('steps.reason', { reason })}</span>}
    </>
  );
}
