/** The review of a payout for its approver: differences, accounts never paid before, and the rows with their warnings. */
import type { Approval, PaidAccount, PayoutReview } from '@calmly/contract';
import { formatAccount } from '@calmly/domain';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetSection, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import { reviewQuery } from '../queries.ts';
import classes from './payout-review.module.css';
import { ReviewRows } from './review-rows.tsx';

export function PayoutReviewParts({ approval }: { approval: Approval }) {
  const t = useTranslations('approvals.review');
  const client = useClient();
  const review = useQuery(reviewQuery(approval));
  const { id, clientId, subjectId } = approval;
  if (!review.isEnabled) return null;
  if (review.isError)
    return <ErrorState compact error={review.error} onRetry={() => void review.refetch()} />;
  if (!review.data) return <SheetShape />;
  const { isMasked, rows, warnings } = review.data;
  if (isMasked)
    return (
      <Text size={13} tone="soft" className={classes.loose}>
        {t('masked')}
      </Text>
    );
  return (
    <>
      <NewAccounts review={review.data} />
      <Earlier earlier={review.data.earlier} />
      <ReviewRows approvalId={id} rows={rows} warnings={warnings} />
      {subjectId !== null && clientId === client.id && (
        <Text size={13} tone="soft" className={classes.loose}>
          <ButtonLink to="/payments/payouts/$id" params={{ id: subjectId }} search={{}} size="s">
            {t('open')}
          </ButtonLink>
        </Text>
      )}
    </>
  );
}

function NewAccounts({ review: { newAccounts, newExamples } }: { review: PayoutReview }) {
  const t = useTranslations('approvals.review');
  const format = useFormatter();
  const more = newAccounts - newExamples.length;
  return (
    <SheetSection title={t('newAccounts')} aside={newAccounts > 0 && format.number(newAccounts)}>
      {newAccounts === 0 && (
        <Text size={13} tone="soft">
          {t('noNew')}
        </Text>
      )}
      {newAccounts > 0 && (
        <ul className={classes.list} aria-label={t('newAccounts')}>
          {newExamples.map((paid) => (
            <li key={`${paid.account} ${paid.currency}`}>
              <Account paid={paid} />
              <Amount value={paid.amount} currency={paid.currency} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Text size={13} tone="soft">
          {t('more', { count: format.number(more) })}
        </Text>
      )}
    </SheetSection>
  );
}

function Account({ paid: { name, account } }: { paid: Pick<PaidAccount, 'name' | 'account'> }) {
  return (
    <Grid as="span" shrink className={classes.account} translate="no">
      {name}
      <small>{formatAccount(account)}</small>
    </Grid>
  );
}

function Earlier({ earlier }: Pick<PayoutReview, 'earlier'>) {
  const t = useTranslations('approvals.review');
  const format = useFormatter();
  if (!earlier)
    return (
      <Text size={13} tone="soft" className={classes.loose}>
        {t('noEarlier')}
      </Text>
    );
  const { name, confirmedAt, totalsBefore, totalsAfter, added, gone, changed, differences } = earlier;
  const date = format.dateTime(new Date(confirmedAt), { day: 'numeric', month: 'long', year: 'numeric' });
  const currencies = [...new Set([...totalsAfter, ...totalsBefore].map(({ currency }) => currency))];
  const totalIn = (totals: typeof totalsBefore, currency: string) =>
    totals.find((total) => total.currency === currency)?.amount ?? '0';
  return (
    <SheetSection title={t('earlier', { name })}>
      <Text size={13} tone="soft">
        {t('earlierOf', { date })}
      </Text>
      <dl>
        <Fact name={t('total')}>
          {currencies.map((currency) => (
            <Grid key={currency} items="end" className={classes.sums}>
              <Amount value={totalIn(totalsAfter, currency)} currency={currency} />
              <small>{t('before', { amount: amountText(totalIn(totalsBefore, currency), currency) })}</small>
            </Grid>
          ))}
        </Fact>
        <Fact name={t('added')}>{added > 0 && format.number(added)}</Fact>
        <Fact name={t('gone')}>{gone > 0 && format.number(gone)}</Fact>
        <Fact name={t('changed')}>{changed > 0 && format.number(changed)}</Fact>
      </dl>
      {differences.length === 0 && (
        <Text size={13} tone="soft">
          {t('same')}
        </Text>
      )}
      {differences.length > 0 && (
        <ul className={classes.list} aria-label={t('differences')}>
          {differences.map(({ before, after, currency, ...paid }) => (
            <li key={`${paid.account} ${currency}`}>
              <Account paid={paid} />
              <Grid as="span" items="end" className={classes.sums}>
                {after === null ? t('notPaid') : <Amount value={after} currency={currency} />}
                <small>
                  {t('before', { amount: before === null ? t('notPaid') : amountText(before, currency) })}
                </small>
              </Grid>
            </li>
          ))}
        </ul>
      )}
    </SheetSection>
  );
}
