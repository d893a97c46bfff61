/**
 * One payment in the drawer on the right: amount, status, what to do if it failed, timeline, amounts, parties, related payments,
 * references, proof for the other bank; actions in the footer. It updates live: each new status appears in place and is announced
 * politely to screen readers.
 */
import type { PaymentDetails } from '@calmly/contract';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { AskMenu } from '@calmly/portal-kit/shared/ask-about.tsx';
import { useCounterpartyName } from '@calmly/portal-kit/shared/payment/counterparty.ts';
import { PaymentBadge } from '@calmly/portal-kit/shared/payment/payment-badge.tsx';
import { Receipts } from '@calmly/portal-kit/shared/receipts/receipts.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { SheetHead, SheetParty, SheetSection, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { HelpLink } from '@calmly/ui/help-link.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PaymentApproval } from '../../../../approvals/portal/index.ts';
import { BookkeepingSection } from '../../../../insight/portal/bookkeeping/index.ts';
import { reasonToAct } from '../model/next-step.ts';
import { paymentQuery } from '../queries.ts';
import { BankProof } from './bank-proof.tsx';
import { DrawerActions } from './drawer-actions.tsx';
import { HandIn } from './hand-in.tsx';
import { LinkedPayments } from './linked-payments.tsx';
import { MaskSheet } from './mask-sheet.tsx';
import { PaymentDescription } from './payment-description.tsx';
import { PaymentAmounts, PaymentParties, PaymentReferences } from './payment-facts.tsx';
import { PaymentPapers } from './payment-papers.tsx';
import { PaymentTimeline, useStepName } from './payment-timeline.tsx';
import { ReturnNotice } from './return-notice.tsx';

interface PaymentDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function PaymentDrawer({ id, onClose, onPrevious, onNext }: PaymentDrawerProps) {
  const t = useTranslations('payments.drawer');
  const query = useQuery(paymentQuery(id));
  const payment = query.data;
  return (
    <SideDrawer
      title={t(payment ? titleOf(payment) : 'title')}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      footer={
        payment &&
        (payment.maskOf === null ? (
          <DrawerActions key={payment.id} payment={payment} />
        ) : (
          <AskMenu kind="payment" id={payment.id} alone />
        ))
      }
    >
      {payment?.maskOf ? (
        <MaskSheet payment={payment} payoutId={payment.maskOf} />
      ) : payment ? (
        <PaymentSheet key={payment.id} payment={payment} />
      ) : query.isError ? (
        isNotFound(query.error) ? (
          <EmptyState
            icon={<IconFileOff aria-hidden="true" />}
            title={t('missingTitle')}
            text={t('missingText')}
          />
        ) : (
          <ErrorState
            title={t('loadFailedTitle')}
            text={t('loadFailedText')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )
      ) : (
        <SheetShape />
      )}
    </SideDrawer>
  );
}

function titleOf({ scheme, direction }: PaymentDetails) {
  if (scheme === 'OWN') return 'own';
  if (scheme === 'EXCHANGE') return 'exchange';
  if (scheme === 'CARD') return direction === 'DEBIT' ? 'card' : 'cardRefund';
  if (scheme === 'CARD_MOVE') return 'cardMove';
  if (scheme === 'CARD_FEE') return 'cardFee';
  if (scheme === 'TRADE') return 'trade';
  if (scheme === 'CRYPTO_MOVE') return 'cryptoMove';
  if (scheme === 'CRYPTO') return direction === 'DEBIT' ? 'cryptoOut' : 'cryptoIn';
  return direction === 'DEBIT' ? 'outgoing' : 'incoming';
}

const isInReview = ({ status }: PaymentDetails) =>
  status === 'UNDER_REVIEW' || status === 'HOLD_AML' || status === 'HOLD_OTHER';

function PaymentSheet({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('payments');
  const format = useFormatter();
  const stepName = useStepName();
  const name = useCounterpartyName()(payment);
  // While it waits, the approval's steps are its course.
  const waits = payment.status === 'CREATED';
  return (
    <>
      <SheetHead>
        <Amount
          size="figure"
          value={payment.amount}
          currency={payment.currency}
          direction={payment.direction}
          off={payment.processingStatus === 'FAILED'}
        />
        <SheetParty>{t(payment.direction === 'DEBIT' ? 'drawer.to' : 'drawer.from', { name })}</SheetParty>
        <PaymentBadge payment={payment} />
        {payment.isConfidential && <Text tone="soft">{t('confidential.seen')}</Text>}
        <p className="visually-hidden" aria-live="polite">
          {t('drawer.announce', { name, status: stepName(payment.status) })}
        </p>
        <ReturnNotice payment={payment} />
        <NextStep payment={payment} />
        {isInReview(payment) && <HelpLink of="paymentUnderReview" />}
        {payment.status === 'HOLD_OTHER' && <HandIn payment={payment} />}
      </SheetHead>
      {waits ? (
        <PaymentApproval paymentId={payment.id} />
      ) : (
        <>
          <SheetSection
            title={t('drawer.status')}
            aside={format.dateTime(new Date(payment.createdAt), {
              day: 'numeric',
              month: 'long',
              year: 'numeric',
            })}
          >
            <PaymentTimeline payment={payment} />
          </SheetSection>
          <PaymentApproval paymentId={payment.id} />
        </>
      )}
      <PaymentAmounts payment={payment} />
      <PaymentParties payment={payment} />
      <LinkedPayments payment={payment} />
      <PaymentPapers payment={payment} />
      <BookkeepingSection paymentId={payment.id} />
      {payment.maskOf === null && <Receipts id={payment.id} />}
      <PaymentReferences payment={payment} />
      <PaymentDescription payment={payment} />
      <BankProof payment={payment} />
    </>
  );
}

/** For a payment that failed or was returned: what to do about it. The button for it is in the footer. */
function NextStep({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer');
  const reason = reasonToAct(payment);
  if (!reason || payment.replacedBy) return null;
  return (
    <Notice tone="warning" title={t('nextStep.title')}>
      {t(`nextStep.${reason}`, { name: payment.creditorName })} <HelpLink of="paymentRejected" />
    </Notice>
  );
}
