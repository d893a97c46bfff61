/** The content of a request: for a payment its amount and payee, otherwise the changes. */
import { type Approval, rightNames } from '@calmly/contract';
import { countryName, formatAccount } from '@calmly/domain';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { loadTexts } from '@calmly/texts/catalogue.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { Amount } from '@calmly/ui/facts/amount.tsx';
import { Fact, SheetHead, SheetParty, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { onDemand } from '@calmly/ui/on-demand.tsx';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PolicyChange } from '../policy/policy-change.tsx';
import { StateBadge } from './approval-words.tsx';
import classes from './inbox.module.css';

// With the texts of cards, which the inbox does not need otherwise.
const CardFacts = onDemand(async () => {
  const [{ CardFacts: Loaded }] = await Promise.all([import('./card-facts.tsx'), loadTexts('cards')]);
  return Loaded;
});

interface ApprovalFactsProps {
  approval: Approval;
  /** Between the amount and the details: the warnings, to be read first. */
  children: ReactNode;
}

export function ApprovalFacts({ approval, children }: ApprovalFactsProps) {
  const t = useTranslations('approvals.details');
  const payments = useTranslations('payments.drawer');
  const client = useClient();
  const { kind, state, amount, currency, facts, clientId, clientName, subjectId } = approval;
  return (
    <>
      <SheetHead>
        {amount !== null && currency !== null && (
          <>
            <Amount size="figure" value={amount} currency={currency} />
            {facts.creditorName && <SheetParty>{payments('to', { name: facts.creditorName })}</SheetParty>}
          </>
        )}
        <StateBadge state={state} />
      </SheetHead>
      {children}
      {approval.rules && <PolicyChange rules={approval.rules} />}
      <SheetSection title={payments('details')}>
        <dl>
          <Fact name={t('company')}>{clientName}</Fact>
          {kind === 'payment' && <PaymentFacts approval={approval} />}
          {kind === 'payout' && <PayoutFacts facts={facts} />}
          {kind === 'withdrawal' && <WithdrawalFacts facts={facts} />}
          {kind === 'payee' && <PayeeFacts facts={facts} />}
          {kind === 'people' && <PeopleFacts facts={facts} />}
          {kind === 'card' && <CardFacts facts={facts} />}
        </dl>
        {kind === 'card' && subjectId !== null && clientId === client.id && client.cardsOffered && (
          <CardLink approval={approval} cardId={subjectId} />
        )}
        {kind === 'payment' && subjectId !== null && clientId === client.id && (
          <p className={classes.link}>
            <ButtonLink
              to="/payments"
              search={{ payment: subjectId }}
              size="s"
              icon={<IconExternalLink aria-hidden="true" />}
            >
              {t('openPayment')}
            </ButtonLink>
          </p>
        )}
      </SheetSection>
    </>
  );
}

/** Links to an existing card. */
function CardLink({ approval, cardId }: { approval: Approval; cardId: string }) {
  const t = useTranslations('approvals.details');
  if (approval.facts.action === 'issue' && approval.state !== 'APPROVED') return null;
  return (
    <p className={classes.link}>
      <ButtonLink
        to="/cards"
        search={{ card: cardId }}
        size="s"
        icon={<IconExternalLink aria-hidden="true" />}
      >
        {t('openCard')}
      </ButtonLink>
    </p>
  );
}

type Facts = Approval['facts'];

function PaymentFacts({ approval: { facts, currency, requestedBy } }: { approval: Approval }) {
  const t = useTranslations('approvals.details');
  const list = useTranslations('approvals.list');
  const { locale } = useLocaleControl();
  const nameCheck = `nameChecks.${facts.nameCheck}` as 'nameChecks.match';
  const payments = useTranslations('payments');
  const money = (value: string | undefined) =>
    value && currency ? <Amount value={value} currency={currency} /> : undefined;
  const way = `ways.${facts.scheme}` as 'ways.SEPA';
  return (
    <>
      <Fact name={t('from')}>
        {/* The name on a separate line, if the account number would break. */}
        {facts.debtorAccountName && `${facts.debtorAccountName}${facts.debtorAccount ? ', ' : ''}`}
        {facts.debtorAccount && (
          <Text as="span" wrap="never">
            {formatAccount(facts.debtorAccount)}
          </Text>
        )}
      </Fact>
      <Fact name={t('account')}>{facts.creditorAccount && formatAccount(facts.creditorAccount)}</Fact>
      <Fact name={t('country')}>{facts.creditorCountry && countryName(facts.creditorCountry, locale)}</Fact>
      <Fact name={t('nameCheck')}>{facts.nameCheck && t.has(nameCheck) && t(nameCheck)}</Fact>
      <Fact name={t('way')}>{payments.has(way) ? payments(way) : facts.scheme}</Fact>
      <Fact name={t('reference')}>{facts.reference}</Fact>
      <Fact name={t('theyReceive')}>
        {facts.sent && facts.sentCurrency && <Amount value={facts.sent} currency={facts.sentCurrency} />}
      </Fact>
      <Fact name={t('rate')}>
        {facts.rate && `1\u00A0${currency} = ${facts.rate}\u00A0${facts.sentCurrency}`}
      </Fact>
      <Fact name={t('fee')}>{money(facts.fee)}</Fact>
      <Fact name={t('total')}>{money(facts.total)}</Fact>
      <Fact name={t('number')}>{facts.number}</Fact>
      <Fact name={t('application')}>
        {facts.application &&
          list('applicationFor', { application: facts.application, name: requestedBy.name })}
      </Fact>
    </>
  );
}

function PayoutFacts({ facts }: { facts: Facts }) {
  const t = useTranslations('approvals.details');
  const format = useFormatter();
  const counted = (count: string | undefined) => (count ? format.number(Number(count)) : undefined);
  return (
    <>
      <Fact name={t('amounts')}>
        {facts.amounts?.split(', ').map((each) => {
          const [value = '', currency = ''] = each.split(' ');
          return (
            <div key={each}>
              <Amount value={value} currency={currency} />
            </div>
          );
        })}
      </Fact>
      <Fact name={t('rows')}>{counted(facts.rows)}</Fact>
      <Fact name={t('payees')}>{counted(facts.payees)}</Fact>
      <Fact name={t('newPayees')}>{counted(facts.newPayees)}</Fact>
      <Fact name={t('payOn')}>
        {facts.payOn &&
          format.dateTime(new Date(facts.payOn), {
            day: 'numeric',
            month: 'long',
            year: 'numeric',
            timeZone: 'UTC',
          })}
      </Fact>
      <Fact name={t('number')}>{facts.number}</Fact>
    </>
  );
}

function WithdrawalFacts({ facts }: { facts: Facts }) {
  const t = useTranslations('approvals.details');
  return (
    <>
      <Fact name={t('address')}>
        {[facts.label, facts.address].filter(Boolean).map((line) => (
          <Text as="div" key={line} translate="no" wrap="anywhere">
            {line}
          </Text>
        ))}
      </Fact>
      <Fact name={t('network')}>{facts.network}</Fact>
      <Fact name={t('fee')}>{facts.fee}</Fact>
      <Fact name={t('total')}>{facts.total}</Fact>
    </>
  );
}

const accountsText = (accounts: string | undefined) => accounts?.split(', ').map(formatAccount).join(', ');

function PayeeFacts({ facts }: { facts: Facts }) {
  const t = useTranslations('approvals.details');
  const { locale } = useLocaleControl();
  const unlisted = Number(facts.payees ?? 0) - (facts.listed?.split('\n').length ?? 0);
  return (
    <>
      <Fact name={t('newPayees')}>
        {facts.listed?.split('\n').map((payee) => (
          <div key={payee} translate="no">
            {payee}
          </div>
        ))}
        {unlisted > 0 && <div>{t('morePayees', { count: String(unlisted) })}</div>}
      </Fact>
      <Fact name={t('account')}>{accountsText(facts.account)}</Fact>
      <Fact name={t('accountBefore')}>{accountsText(facts.accountBefore)}</Fact>
      <Fact name={t('nameBefore')}>{facts.nameBefore}</Fact>
      <Fact name={t('address')}>{facts.address}</Fact>
      <Fact name={t('addressBefore')}>{facts.addressBefore}</Fact>
      <Fact name={t('network')}>
        {facts.network && [facts.currency, facts.network].filter(Boolean).join(', ')}
      </Fact>
      <Fact name={t('bank')}>{facts.bank}</Fact>
      <Fact name={t('country')}>{facts.country && countryName(facts.country, locale)}</Fact>
    </>
  );
}

function PeopleFacts({ facts }: { facts: Facts }) {
  const t = useTranslations('approvals');
  const rights = useTranslations('profiles');
  const format = useFormatter();
  const rightsText = (listed: string | undefined) => {
    if (listed === undefined) return undefined;
    const held = rightNames.filter((right) => listed.split(',').includes(right));
    if (held.length === 0) return t('details.noRights');
    return format.list(held.map((right) => rights(`right.${right}`)));
  };
  return (
    <>
      <Fact name={t('details.email')}>{facts.email}</Fact>
      <Fact name={t('details.rights')}>{rightsText(facts.rights)}</Fact>
      <Fact name={t('details.rightsBefore')}>{rightsText(facts.rightsBefore)}</Fact>
      <Fact name={t('details.validUntil')}>
        {facts.validUntil &&
          format.dateTime(new Date(facts.validUntil), { day: 'numeric', month: 'long', year: 'numeric' })}
      </Fact>
    </>
  );
}
