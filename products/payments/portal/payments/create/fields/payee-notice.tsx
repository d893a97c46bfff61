/** Why the draft's payee can't be paid: it was deleted, or a bank would refuse its details, with a link to complete them. */
import { type Beneficiary, changeParty } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { Readiness } from '../../../../../payees/portal/index.ts';
import classes from '../create.module.css';

/** Nothing for a payee that can be paid. */
export function PayeeNotice({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('payments.create');
  const { held } = useRight(changeParty);
  if (payee.status === 'DELETED')
    return (
      <Notice tone="warning" title={t('payeeDeleted', { name: payee.name })}>
        {t('payeeDeletedText')}
      </Notice>
    );
  return (
    <Readiness issues={payee.readiness}>
      {held && (
        <div className={classes.complete}>
          <ButtonLink
            to="/beneficiaries/$id/edit"
            params={{ id: payee.id }}
            search={{ next: 'payment' }}
            size="s"
          >
            {t('completePayee')}
          </ButtonLink>
        </div>
      )}
    </Readiness>
  );
}
