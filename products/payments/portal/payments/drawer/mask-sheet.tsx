/** The line of a confidential payout, for those who don't see its payments: what they come to, and the way to the payout's totals. */
import { getPayout, type PaymentDetails } from '@calmly/contract';
import { isZeroDecimal } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { PaymentBadge } from '@calmly/portal-kit/shared/payment/payment-badge.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetHead, SheetParty, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Notice } from '@calmly/ui/surface.tsx';

export function MaskSheet({ payment, payoutId }: { payment: PaymentDetails; payoutId: string }) {
  const t = useTranslations('payments');
  const { held } = useRight(getPayout);
  const { amount, fee, total, currency } = payment;
  return (
    <>
      <SheetHead>
        <Amount size="figure" value={amount} currency={currency} direction="DEBIT" />
        <SheetParty>{t('confidential.payout', { number: payment.reference })}</SheetParty>
        <PaymentBadge payment={payment} />
        <Notice tone="info">{t('confidential.note')}</Notice>
        {held && (
          <ButtonLink to="/payments/payouts/$id" params={{ id: payoutId }} search={{}}>
            {t('confidential.open')}
          </ButtonLink>
        )}
      </SheetHead>
      <SheetSection title={t('drawer.amounts')}>
        <dl>
          <Fact name={t('confidential.amount')}>
            <Amount value={amount} currency={currency} />
          </Fact>
          <Fact name={isZeroDecimal(fee) ? t('drawer.noFee') : t('confidential.fees')}>
            <Amount value={fee} currency={currency} />
          </Fact>
          <Fact name={t('confidential.total')}>
            <Amount value={total} currency={currency} />
          </Fact>
        </dl>
      </SheetSection>
      <SheetSection title={t('drawer.details')} titleHidden>
        <dl>
          <Fact name={t('list.account')}>{payment.accountName}</Fact>
          <Fact name={t('drawer.number')}>
            {payment.number}
            <CopyButton value={payment.number} what={t('drawer.number')} />
          </Fact>
        </dl>
      </SheetSection>
    </>
  );
}
