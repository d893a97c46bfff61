/** Proof for the payee's bank: everything it needs to find the payment, to copy in one piece. In English, as banks write to each other. */
import type { PaymentDetails } from '@calmly/contract';
import { allAccountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { useQuery } from '@tanstack/react-query';
import { proofOf } from '../model/proof-lines.ts';
import classes from './drawer.module.css';

export function BankProof({ payment }: { payment: PaymentDetails }) {
  const t = useTranslations('paymentDrawer.proof');
  const accounts = useQuery(allAccountsQuery).data;
  const lines = proofOf(payment, accounts?.find(({ id }) => id === payment.accountId)?.bic);
  if (!lines) return null;
  return (
    <details className={classes.fold}>
      <summary>{t('title')}</summary>
      <Text tone="soft">{t('text', { name: payment.creditorName })}</Text>
      <dl lang="en" className={classes.proof}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton value={lines.map(([name, value]) => `${name}: ${value}`).join('\n')} what={t('what')}>
        {t('copy')}
      </CopyButton>
    </details>
  );
}
