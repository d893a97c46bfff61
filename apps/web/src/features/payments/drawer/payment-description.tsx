/**
 * The structured description as the bank keeps it, part by part. What names contain cannot move the parts (the server makes it harmless), and
 * a description that is not of five parts is shown as the text that it is.
 */
import type { PaymentDetails } from '@calmly/contract';
import { parseDescription } from '@calmly/domain';
import { useTranslations } from '../../../i18n/index.tsx';
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
