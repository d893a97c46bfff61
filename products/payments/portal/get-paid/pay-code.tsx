/** The EPC QR code of the page, for euro accounts with an IBAN. */
import type { PayPage } from '@calmly/contract';
import { epcQrText } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { QrCode } from '@calmly/ui/facts/qr-code.tsx';
import classes from './get-paid.module.css';

export function PayCode({ page }: { page: PayPage }) {
  const t = useTranslations('getPaid');
  const { iban, currency, request } = page;
  if (iban === null || currency !== 'EUR') return null;
  const text = epcQrText({
    name: page.creditorName,
    iban,
    bic: page.bic,
    amount: request?.remaining,
    creditorReference: request?.reference,
  });
  if (!text) return null;
  return (
    <section className={classes.code}>
      <QrCode text={text} label={t('qrAlt')} />
      <div>
        <h2>{t('qrTitle')}</h2>
        <p>{t(request ? 'qrText' : 'qrAccountText')}</p>
      </div>
    </section>
  );
}
