/** The result of an exchange, and where to go from here. */
import type { Account, Exchange } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconCircleCheck } from '@tabler/icons-react';
import classes from './exchange.module.css';

interface ExchangeDoneProps {
  done: Exchange;
  accounts: readonly Account[];
  onAgain: () => void;
}

export function ExchangeDone({ done, accounts, onAgain }: ExchangeDoneProps) {
  const t = useTranslations('exchange');
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? '';
  return (
    <div ref={focus} tabIndex={-1} className={classes.done}>
      <EmptyState
        icon={<IconCircleCheck aria-hidden="true" />}
        title={t('doneTitle', {
          amount: amountText(done.buyAmount, done.buyCurrency),
          account: nameOf(done.toAccountId),
        })}
        text={t('doneText', {
          amount: amountText(done.sellAmount, done.sellCurrency),
          account: nameOf(done.fromAccountId),
        })}
        action={
          <>
            <ButtonLink to="/payments" search={{ payment: done.debitPaymentId }}>
              {t('seePayment')}
            </ButtonLink>
            <Button variant="accent" onClick={onAgain}>
              {t('again')}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** The form and its button are gone: focus moves to the result for keyboard and screen reader. */
const focus = (element: HTMLElement | null) => element?.focus();
