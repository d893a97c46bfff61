/** `/cards/new`: the options of a card beside its picture, then terms and fee, then the new card. */
import { type Account, type CardOffer, isSentForApproval, issueCard } from '@calmly/contract';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { MoneyMessage } from '@calmly/portal-kit/shared/form/money-fields.tsx';
import { useMoneyForm } from '@calmly/portal-kit/shared/form/use-money-form.ts';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { besideSummary } from '@calmly/ui/beside-summary.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { amountText } from '@calmly/ui/facts/amount.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { PageHeader } from '@calmly/ui/page-header.tsx';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconCreditCardOff, IconWallet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TermsCard } from '../../../clients/portal/terms/index.ts';
import { issueMutation, offerQuery } from '../queries.ts';
import { CardFields } from './card-fields.tsx';
import { CardSummary } from './card-summary.tsx';
import classes from './create.module.css';
import { DoneStep } from './done-step.tsx';
import { keptCard } from './draft.ts';
import { useCardForm } from './use-card-form.ts';

export function NewCardPage() {
  const t = useTranslations('cards');
  const title = useTranslations('cardOrder.form')('title');
  const { held, reason } = useRight(issueCard);
  return (
    <>
      <PageHeader title={title} />
      {held ? (
        <Loaded />
      ) : (
        <EmptyState
          icon={<IconCreditCardOff aria-hidden="true" />}
          title={t('mayNotChange')}
          text={reason}
          action={<ButtonLink to="/cards">{t('toCards')}</ButtonLink>}
        />
      )}
    </>
  );
}

function Loaded() {
  const t = useTranslations('cardOrder.form');
  const offer = useQuery(offerQuery);
  const accounts = useQuery(accountsQuery);
  const failed =
    offer.isError && !offer.data ? offer : accounts.isError && !accounts.data ? accounts : undefined;
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!offer.data || !accounts.data) return <FormShape fields={6} />;
  const payers = accounts.data.filter(({ currency }) => currency === offer.data.currency);
  if (payers.length === 0)
    return (
      <EmptyState icon={<IconWallet aria-hidden="true" />} title={t('noAccount')} text={t('noAccountText')} />
    );
  return <NewCard offer={offer.data} accounts={payers} />;
}

function NewCard({ offer, accounts }: { offer: CardOffer; accounts: readonly Account[] }) {
  const t = useTranslations('cardOrder.form');
  const again = useTranslations('payments.create');
  const problemText = useProblemText();
  const tellSent = useTellSent();
  const [step, setStep] = useState<'form' | 'terms'>('form');
  const { form, account, order } = useCardForm(offer, accounts, () => setStep('terms'));
  const issuing = useMoneyForm({
    intent: 'cards.issue',
    start: {},
    read: () => (order ? { body: order } : { next: () => setStep('form') }),
    mutation: { ...issueMutation, onSuccess: keptCard.forget },
    onSent: (card) => isSentForApproval(card) && tellSent(card),
  });
  if (issuing.answer && !isSentForApproval(issuing.answer)) return <DoneStep card={issuing.answer} />;
  if (issuing.locked)
    return (
      <form {...issuing.props} className={classes.create}>
        <MoneyMessage form={issuing} />
        <Button type="submit" variant="accent" size="l" busy={issuing.busy}>
          {again('checkAgain')}
        </Button>
      </form>
    );
  if (offer.open >= offer.most)
    return (
      <EmptyState
        icon={<IconCreditCardOff aria-hidden="true" />}
        title={t('tooManyTitle', { most: offer.most })}
        text={t('tooManyText')}
        action={<ButtonLink to="/cards">{t('toCards')}</ButtonLink>}
      />
    );
  const summary = <CardSummary draft={form.values} offer={offer} />;
  if (step === 'terms' && order)
    return (
      <div className={`${besideSummary} ${classes.create}`}>
        <TermsCard
          products={offer.termsAccepted ? [] : ['cards']}
          fee={
            <Grid as="ul" gap={8}>
              <li>
                {t('feeIssue', { fee: amountText(offer.fee, offer.currency), name: account?.name ?? '' })}
              </li>
              <li>{t('feeTopUp', { percent: offer.topUpPercent })}</li>
            </Grid>
          }
          busy={issuing.busy}
          problem={issuing.error ? problemText(issuing.error) : undefined}
          onAccept={issuing.submit}
          other={
            <Button size="l" onClick={() => setStep('form')}>
              {t('back')}
            </Button>
          }
        />
        {summary}
      </div>
    );
  return (
    <form {...form.props} className={`${besideSummary} ${classes.create}`}>
      <CardFields form={form} accounts={accounts} account={account} offer={offer} />
      {summary}
    </form>
  );
}
