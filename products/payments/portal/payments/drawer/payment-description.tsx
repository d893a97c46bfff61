/**
 * The structured description as the bank stores it, part by part. Names cannot shift the parts (the server escapes them), and a
 * description without five parts is shown as plain text.
 */
import type { PaymentDetails } from '@calmly/contract';
import { parseDescription } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import classes from './drawer.module.css';

const order = ['reference', 'sender', 'accountNumber', 'beneficiary', 'account'] as const;

export function PaymentDescription({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer.description');
  const parts = parseDescription(payment.description);
  return (
    <details className={classes.fold}>
      <summary>{t('title')}</summary>
      {parts ? (
        <dl className={classes.proof}>
          {order.map((part) => (
            <div key={part}>
              <dt>{t(part)}</dt>
              <dd>{parts[part]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p>{payment.description}</p>
      )}
    </details>
  );
}
