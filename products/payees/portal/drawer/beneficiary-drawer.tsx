/** One payee in the drawer: identity, missing details, then accounts, payments or documents, and the actions. */
import {
  type Beneficiary,
  changeParty,
  createPayment,
  deleteBeneficiary,
  isSentForApproval,
  trustBeneficiary,
  updateBeneficiary,
} from '@calmly/contract';
import { countryName, nameKey } from '@calmly/domain';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { AskMenu } from '@calmly/portal-kit/shared/ask-about.tsx';
import { ConfidentialMark } from '@calmly/portal-kit/shared/confidential-mark.tsx';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { beneficiaryQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useTellSent } from '@calmly/portal-kit/shared/sent-for-approval.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Button, ButtonLink } from '@calmly/ui/button.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { Fact, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Segments } from '@calmly/ui/fields/segments.tsx';
import { LockedButton } from '@calmly/ui/layers/locked-button.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { IconArrowUpRight, IconPencil, IconPlus, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import classes from '../beneficiaries.module.css';
import { partyDraftOf, toPartyInput, travellingName } from '../party-draft.ts';
import { partyMutation, trustMutation } from '../queries.ts';
import { Readiness } from '../readiness.tsx';
import { DeleteBeneficiary } from './delete-beneficiary.tsx';
import { PayeeAccount } from './payee-account.tsx';
import { PayeePapers } from './payee-papers.tsx';
import { PayeePayments } from './payee-payments.tsx';

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
            {payee.status === 'ACTIVE' && <Actions payee={payee} onDelete={() => setDeleting(true)} />}
            <AskMenu kind="payee" id={payee.id} alone={payee.status !== 'ACTIVE'} />
          </>
        )
      }
    >
      {payee ? (
        <Parts key={payee.id} payee={payee} />
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
        <SheetShape />
      )}
      {deleting && payee && (
        <DeleteBeneficiary payee={payee} onKeep={() => setDeleting(false)} onDeleted={drawer.onClose} />
      )}
    </SideDrawer>
  );
}

function Actions({ payee, onDelete }: { payee: Beneficiary; onDelete: () => void }) {
  const t = useTranslations('beneficiaries');
  return (
    <>
      {payee.confidential ? null : payee.direction === 'INCOMING' ? (
        <Text size={13} tone="soft">
          {t('paysYou')}
        </Text>
      ) : (
        <NeedsRight endpoint={createPayment} label={t('sendMoney')} above>
          <Send payee={payee} />
        </NeedsRight>
      )}
      {!payee.confidential && (
        <NeedsRight endpoint={changeParty} label={t('edit')} above>
          <ButtonLink
            to="/beneficiaries/$id/edit"
            params={{ id: payee.id }}
            icon={<IconPencil aria-hidden="true" />}
          >
            {t('edit')}
          </ButtonLink>
        </NeedsRight>
      )}
      <NeedsRight endpoint={deleteBeneficiary} label={t('delete')} iconOnly align="end" above>
        <Button
          variant="danger"
          icon={<IconTrash aria-hidden="true" />}
          aria-label={t('delete')}
          onClick={onDelete}
        />
      </NeedsRight>
    </>
  );
}

/** Locked, with the reason, while a bank would refuse the payment. */
function Send({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  if (payee.readiness.length > 0) {
    const issues = payee.readiness.map((issue) => t(`issue.${issue}`)).join(' ');
    return <LockedButton above label={t('sendMoney')} reason={t('sendLocked', { issues })} />;
  }
  return (
    <ButtonLink
      to="/payments/create/{-$direction}"
      params={{ direction: 'outgoing' }}
      search={{ beneficiary: payee.id }}
      variant="solid"
      icon={<IconArrowUpRight aria-hidden="true" />}
    >
      {t('sendMoney')}
    </ButtonLink>
  );
}

type Part = 'accounts' | 'payments' | 'papers';

function Parts({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  const [part, setPart] = useState<Part>('accounts');
  return (
    <>
      <Who payee={payee} />
      {!payee.confidential && <Repair payee={payee} />}
      <div className={classes.parts}>
        <Segments
          block
          label={t('parts')}
          value={part}
          options={[
            { value: 'accounts', label: t('accounts') },
            { value: 'payments', label: t('payments') },
            { value: 'papers', label: t('papers') },
          ]}
          onChange={setPart}
        />
      </div>
      {part === 'accounts' && <Accounts payee={payee} />}
      {part === 'payments' && <PayeePayments id={payee.id} />}
      {part === 'papers' && <PayeePapers id={payee.id} isFixed={payee.confidential} />}
    </>
  );
}

function Who({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  const format = useFormatter();
  const { locale } = useLocaleControl();
  const place = [payee.town, countryName(payee.country, locale)].filter(Boolean).join(', ');
  const street = [payee.street, payee.buildingNumber].filter(Boolean).join(' ');
  // The town alone is already shown beside the country.
  const address =
    (street || payee.postCode) &&
    [street, [payee.postCode, payee.town].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const born =
    payee.dateOfBirth !== null &&
    format.dateTime(new Date(payee.dateOfBirth * 1000), { dateStyle: 'long', timeZone: 'UTC' });
  // The same letters with fewer accents are no other name.
  const latin = nameKey(payee.latin.name) === nameKey(payee.name) && /^\p{Script=Latin}/u.test(payee.name);
  return (
    <>
      <Inline gap={16} align="center" className={classes.who}>
        <Avatar name={payee.name} />
        <div>
          <Text as="h3" size={18} weight="title" wrap="anywhere">
            {payee.name}
            {payee.confidential && <ConfidentialMark />}
          </Text>
          <Text size={13} tone="soft">
            {t(payee.legalStatus === 'INDIVIDUAL' ? 'person' : 'company')} · {place}
          </Text>
        </div>
      </Inline>
      {(address || born || !latin) && (
        <dl className={classes.facts}>
          <Fact name={t('travels')}>{!latin && payee.latin.name}</Fact>
          <Fact name={t('address')}>{address}</Fact>
          <Fact name={t('born')}>{born}</Fact>
        </dl>
      )}
      {payee.confidential ? (
        <Text size={13} tone="soft">
          {t('confidential')}
        </Text>
      ) : (
        <Trust payee={payee} />
      )}
    </>
  );
}

function Trust({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  const trust = useMutation(trustMutation(payee.id));
  const { held } = useRight(trustBeneficiary);
  return (
    <div className={classes.trust}>
      <CheckboxField
        label={t('trusted')}
        checked={payee.trusted}
        disabled={!held || trust.isPending || payee.status !== 'ACTIVE'}
        onChange={() => trust.mutate(!payee.trusted)}
      />
      <ProblemNotice error={trust.error} />
    </div>
  );
}

/** The Latin spelling is saved with one click, after it is shown; the user has to enter missing details. */
function Repair({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  const tellSent = useTellSent();
  const mend = useMutation(partyMutation(payee));
  const { held } = useRight(changeParty);
  const draft = partyDraftOf(payee);
  const onlyLetters = payee.readiness.every((issue) => issue === 'characters');
  return (
    <Readiness issues={payee.readiness}>
      {held && (
        <Inline wrap gap={16} rowGap={8} align="center" above={8}>
          {onlyLetters ? (
            <>
              <span>{t('travelsAs', { text: travellingName(draft) })}</span>
              <Button
                size="s"
                busy={mend.isPending}
                onClick={() =>
                  mend.mutate(toPartyInput(draft), {
                    onSuccess: (answer) => isSentForApproval(answer) && tellSent(answer),
                  })
                }
              >
                {t('mendLetters')}
              </Button>
            </>
          ) : (
            <ButtonLink to="/beneficiaries/$id/edit" params={{ id: payee.id }} size="s">
              {t('mend')}
            </ButtonLink>
          )}
        </Inline>
      )}
      <ProblemNotice error={mend.error} />
    </Readiness>
  );
}

function Accounts({ payee }: { payee: Beneficiary }) {
  const t = useTranslations('beneficiaries');
  return (
    <>
      {payee.bankDetails.map((detail) => (
        <PayeeAccount key={detail.index} payee={payee} detail={detail} />
      ))}
      {!payee.confidential && (
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
      )}
    </>
  );
}
