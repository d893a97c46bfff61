/** A payee's bank account in the drawer: its numbers to copy, the result of the name check, edit and remove. */
import { type BankDetail, type Beneficiary, isSentForApproval, updateBeneficiary } from '@calmly/contract';
import { formatIban } from '@calmly/domain';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { Flag } from '@calmly/ui/facts/flag.tsx';
import { Fact } from '@calmly/ui/facts/sheet.tsx';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../beneficiaries.module.css';
import { CheckLine } from '../name-check-note.tsx';
import { partyDraftOf, toPartyInput } from '../party-draft.ts';
import { nameCheckQuery, partyMutation } from '../queries.ts';
import { DeleteAccount } from './delete-account.tsx';

export function PayeeAccount({ payee, detail }: { payee: Beneficiary; detail: BankDetail }) {
  const t = useTranslations('beneficiaries');
  const [removing, setRemoving] = useState(false);
  const mayChange = useRight(updateBeneficiary).held && payee.status === 'ACTIVE' && !payee.confidential;
  const lines: readonly { label: string; value: string | null; copied?: string | null }[] = [
    { label: t('iban'), value: detail.iban && formatIban(detail.iban), copied: detail.iban },
    { label: t('sortCode'), value: detail.sortCode?.replace(/(\d\d)(?=\d)/g, '$1-') ?? null },
    { label: t('routing'), value: detail.routingNumber },
    { label: t('accountNumber'), value: detail.accountNumber },
    { label: t('bic'), value: detail.bic },
    { label: t('bank'), value: detail.bankName },
    { label: t('bankAddress'), value: detail.bankAddress },
    { label: t('correspondent'), value: detail.correspondentBank },
    { label: t('correspondentBic'), value: detail.correspondentBic },
    { label: t('correspondentAccount'), value: detail.correspondentAccount },
  ];
  return (
    <section className={classes.account} aria-label={detail.currency}>
      <Inline gap={12} align="center" className={classes.accountHead}>
        <Flag currency={detail.currency} size={24} />
        <strong>{detail.currency}</strong>
        {detail.index === payee.bankDetails[0]?.index && <span className={classes.tag}>{t('main')}</span>}
        {mayChange && (
          <ButtonLink
            to="/beneficiaries/$id/accounts/$index"
            params={{ id: payee.id, index: `${detail.index}` }}
            search={{ version: payee.version }}
            variant="quiet"
            size="s"
            icon={<IconPencil aria-hidden="true" />}
            aria-label={t('editAccount')}
          />
        )}
        {mayChange && payee.bankDetails.length > 1 && (
          <Button
            variant="quiet"
            size="s"
            icon={<IconTrash aria-hidden="true" />}
            aria-label={t('removeAccount')}
            onClick={() => setRemoving(true)}
          />
        )}
      </Inline>
      <dl>
        {lines.map(
          ({ label, value, copied }) =>
            value && (
              <Fact key={label} name={label}>
                {value}
                <CopyButton value={copied ?? value} what={label} />
              </Fact>
            ),
        )}
      </dl>
      {detail.iban && <AccountCheck payee={payee} detail={detail} iban={detail.iban} mayChange={mayChange} />}
      {removing && <DeleteAccount payee={payee} index={detail.index} onClose={() => setRemoving(false)} />}
    </section>
  );
}

interface AccountCheckProps {
  payee: Beneficiary;
  detail: BankDetail;
  iban: string;
  mayChange: boolean;
}

/** What was answered, or the question; the name that the account is kept under is taken with one press. */
function AccountCheck({ payee, detail, iban, mayChange }: AccountCheckProps) {
  const t = useTranslations('beneficiaries');
  const client = useQueryClient();
  const tellSent = useTellSent();
  const take = useMutation(partyMutation(payee));
  const ask = useMutation({
    mutationKey: ['name-check', payee.id, iban],
    mutationFn: () => client.fetchQuery({ ...nameCheckQuery(payee.latin.name, iban), staleTime: 0 }),
    onSuccess: () => client.invalidateQueries({ queryKey: beneficiaryQuery(payee.id).queryKey }),
  });
  const { nameCheck } = detail;
  const suggested = nameCheck?.suggestedName ?? null;
  const failure = ask.error ?? take.error;
  const answerable = !nameCheck || nameCheck.result === 'temporarily_unavailable';
  return (
    <Stack gap={8} className={classes.checks}>
      {nameCheck && (
        <CheckLine check={nameCheck} dated>
          {suggested !== null && mayChange && (
            <Button
              size="s"
              busy={take.isPending}
              onClick={() =>
                take.mutate(
                  { ...toPartyInput(partyDraftOf(payee)), latinName: suggested },
                  {
                    onSuccess: (answer) => {
                      if (isSentForApproval(answer)) tellSent(answer);
                      else ask.mutate();
                    },
                  },
                )
              }
            >
              {t('check.take')}
            </Button>
          )}
        </CheckLine>
      )}
      {answerable && mayChange && (
        <Button size="s" busy={ask.isPending} onClick={() => ask.mutate()}>
          {t('check.ask')}
        </Button>
      )}
      <ProblemNotice error={failure} />
    </Stack>
  );
}
