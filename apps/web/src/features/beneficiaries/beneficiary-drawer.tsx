/** One payee in the drawer: who, their bank accounts to copy, and what can be done: pay, add an account, delete. */
import {
  type BankDetail,
  type Beneficiary,
  createPayment,
  deleteBeneficiary,
  updateBeneficiary,
} from '@calmly/contract';
import { countryName, formatIban } from '@calmly/domain';
import { IconArrowUpRight, IconPlus, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useLocaleControl, useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../session/needs-right.tsx';
import { beneficiaryQuery } from '../../session/resources.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Flag } from '../../ui/flag.tsx';
import { SideDrawer } from '../../ui/side-drawer.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import classes from './beneficiaries.module.css';
import { DeleteBeneficiary } from './delete-beneficiary.tsx';
import { isNotFound } from './queries.ts';

interface BeneficiaryDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function BeneficiaryDrawer({ id, ...drawer }: BeneficiaryDrawerProps) {
  const t = useTranslations('beneficiaries');
  const found = useQuery(beneficiaryQuery(id));
  const [deleting, setDeleting] = useState(false);
  const payee = found.data;
  return (
    <SideDrawer
      {...drawer}
      title={t('one')}
      footer={
        payee && (
          <>
            <NeedsRight endpoint={createPayment} label={t('sendMoney')} above>
              <ButtonLink
                to="/payments/create/{-$direction}"
                params={{ direction: 'outgoing' }}
                search={{ beneficiary: payee.id }}
                variant="solid"
                icon={<IconArrowUpRight aria-hidden="true" />}
              >
                {t('sendMoney')}
              </ButtonLink>
            </NeedsRight>
            <NeedsRight endpoint={deleteBeneficiary} label={t('delete')} align="end" above>
              <Button
                variant="danger"
                icon={<IconTrash aria-hidden="true" />}
                onClick={() => setDeleting(true)}
              >
                {t('delete')}
              </Button>
            </NeedsRight>
          </>
        )
      }
    >
      {payee ? (
        <Facts payee={payee} />
      ) : isNotFound(found.error) ? (
        <EmptyState
          icon={<IconUserOff aria-hidden="true" />}
          title={t('notFoundTitle')}
          text={t('notFoundText')}
          action={<Button onClick={drawer.onClose}>{t('back')}</Button>}
        />
      ) : found.isError ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <div className={classes.drawerSkeleton} aria-busy="true" />
      )}
      {deleting && payee && (
        <DeleteBeneficiary payee={payee} onKeep={() => setDeleting(false)} onDeleted={drawer.onClose} />
      )}
    </SideDrawer>
  );
}

function Facts({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const place = [payee.town, countryName(payee.country, locale)].filter(Boolean).join(', ');
  const street = [payee.street, payee.buildingNumber].filter(Boolean).join(' ');
  // The town alone stands beside the country already.
  const address =
    (street || payee.postCode) &&
    [street, [payee.postCode, payee.town].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <>
      <div className={classes.who}>
        <Avatar name={payee.name} />
        <div>
          <h3 className={classes.name}>{payee.name}</h3>
          <p className={classes.muted}>
            {t(payee.legalStatus === 'INDIVIDUAL' ? 'person' : 'company')} · {place}
          </p>
        </div>
      </div>
      {(address || payee.dateOfBirth !== null) && (
        <dl className={classes.facts}>
          {address && <Fact label={t('address')} value={address} />}
          {payee.dateOfBirth !== null && (
            <Fact
              label={t('born')}
              value={format.dateTime(new Date(payee.dateOfBirth * 1000), {
                dateStyle: 'long',
                timeZone: 'UTC',
              })}
            />
          )}
        </dl>
      )}
      <h4 className={classes.section}>{t('accounts')}</h4>
      {payee.bankDetails.map((detail) => (
        <BankAccount key={detail.index} detail={detail} main={detail.index === payee.bankDetails[0]?.index} />
      ))}
      <NeedsRight endpoint={updateBeneficiary} label={t('addAccount')} above>
        <ButtonLink
          to="/beneficiaries/$id/add-account"
          params={{ id: payee.id }}
          block
          icon={<IconPlus aria-hidden="true" />}
        >
          {t('addAccount')}
        </ButtonLink>
      </NeedsRight>
    </>
  );
}

function BankAccount({ detail, main }: { detail: BankDetail; main: boolean }) {
  const t = useTranslations('beneficiaries');
  const lines: readonly { label: string; value: string | null; copied?: string | null }[] = [
    { label: t('iban'), value: detail.iban && formatIban(detail.iban), copied: detail.iban },
    { label: t('sortCode'), value: detail.sortCode?.replace(/(\d\d)(?=\d)/g, '$1-') ?? null },
    { label: t('routing'), value: detail.routingNumber },
    { label: t('accountNumber'), value: detail.accountNumber },
    { label: t('bic'), value: detail.bic },
    { label: t('bank'), value: detail.bankName },
    { label: t('bankAddress'), value: detail.bankAddress },
    { label: t('correspondent'), value: detail.correspondentBank },
  ];
  return (
    <section className={classes.account} aria-label={detail.currency}>
      <div className={classes.accountHead}>
        <Flag currency={detail.currency} size={24} />
        <strong>{detail.currency}</strong>
        {main && <span className={classes.tag}>{t('main')}</span>}
      </div>
      <dl>
        {lines.map(
          ({ label, value, copied }) =>
            value && <Fact key={label} label={label} value={value} copy={copied ?? value} />,
        )}
      </dl>
    </section>
  );
}

function Fact({ label, value, copy }: { label: string; value: string; copy?: string }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        <span>{value}</span>
        {copy && <CopyButton value={copy} what={label} />}
      </dd>
    </div>
  );
}
