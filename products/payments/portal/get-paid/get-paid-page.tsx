/**
 * `/get-paid/{token}`: amount and reference of a request, its description and documents if the payee shows them, the account's details,
 * a QR code for banking apps. Anyone with the link can open it without signing in. A signed-in client can pay from here.
 */
import type { PayPage } from '@calmly/contract';
import { addressIn, formatCreditorReference, formatIban } from '@calmly/domain';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { accountsQuery } from '@calmly/portal-kit/shared/resources.ts';
import { useFormatter, useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { ButtonLink } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { FileList } from '@calmly/ui/facts/file-list.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconArrowUpRight, IconCircleCheck, IconCircleX, IconLinkOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import classes from './get-paid.module.css';
import { PayCode } from './pay-code.tsx';
import { payPageQuery, savePageDocumentMutation } from './queries.ts';

export function GetPaidPage({ token }: { token: string }) {
  const t = useTranslations('getPaid');
  const page = useQuery(payPageQuery(token));
  return (
    <>
      <DocumentTitle title={t('document')} />
      {page.isPending && <LoadingDialog />}
      {page.isError && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {page.data === null && (
        <EmptyState
          level={1}
          icon={<IconLinkOff aria-hidden="true" />}
          title={t('goneTitle')}
          text={t('goneText')}
        />
      )}
      {page.data && <Page page={page.data} token={token} />}
    </>
  );
}

function Page({ page, token }: { page: PayPage; token: string }) {
  const t = useTranslations('getPaid');
  const { currency, request } = page;
  const name = usePayeeName(page);
  if (request?.status === 'EXECUTED')
    return (
      <EmptyState
        level={1}
        icon={<IconCircleCheck aria-hidden="true" />}
        title={t('paidTitle')}
        text={t('paidText', { name, amount: amountText(request.amount, currency) })}
      />
    );
  if (request?.status === 'CANCELED')
    return (
      <EmptyState
        level={1}
        icon={<IconCircleX aria-hidden="true" />}
        title={t('canceledTitle')}
        text={t('canceledText', { name })}
      />
    );
  return (
    <Stack gap={24}>
      {request ? <Asked name={name} currency={currency} request={request} /> : <Invited name={name} />}
      {request && request.documents.length > 0 && (
        <PayDocuments name={name} documents={request.documents} token={token} />
      )}
      <PayFromHere page={page} token={token} />
      <Details page={page} />
      <PayCode page={page} />
      <Text size={13} tone="soft" className={classes.safety}>
        {t('safety')}
      </Text>
    </Stack>
  );
}

/** The payee's name as the reader can read it. */
function usePayeeName({ creditorName, creditorNameLatin }: PayPage): string {
  const { locale } = useLocaleControl();
  return locale === 'ru' ? creditorName : (creditorNameLatin ?? creditorName);
}

function Invited({ name }: { name: string }) {
  const t = useTranslations('getPaid');
  return (
    <div>
      <h1>{t('accountTitle', { name })}</h1>
      <Text tone="soft" above={8}>
        {t('accountText')}
      </Text>
    </div>
  );
}

interface AskedProps {
  name: string;
  currency: string;
  request: NonNullable<PayPage['request']>;
}

function Asked({ name, currency, request }: AskedProps) {
  const t = useTranslations('getPaid');
  const format = useFormatter();
  const { amount, remaining, dueOn, status, details } = request;
  const date = dueOn && format.dateTime(dayAsDate(dueOn), { day: 'numeric', month: 'long', year: 'numeric' });
  return (
    <Stack gap={8} align="start" className={classes.asked}>
      <h1 className={classes.who}>{t('requestTitle', { name })}</h1>
      <Amount size="figure" value={remaining} currency={currency} />
      {remaining !== amount && <p>{t('remaining', { amount: amountText(amount, currency) })}</p>}
      {date && status === 'PENDING' && <p>{t('due', { date })}</p>}
      {date && status === 'OVERDUE' && <Notice tone="warning" title={t('overdue', { date })} />}
      {details && (
        <dl className={classes.details}>
          <Text as="dt" size={13} tone="soft">
            {t('details')}
          </Text>
          <dd>{details}</dd>
        </dl>
      )}
      <Text tone="soft" above={8}>
        {t('requestText', { name })}
      </Text>
    </Stack>
  );
}

interface PayDocumentsProps extends Pick<AskedProps, 'name'> {
  documents: AskedProps['request']['documents'];
  token: string;
}

/** Usually the invoice. */
function PayDocuments({ name, documents, token }: PayDocumentsProps) {
  const t = useTranslations('getPaid');
  const saving = useMutation(savePageDocumentMutation(token));
  return (
    <div>
      <ProblemNotice error={saving.error} />
      <FileList
        label={t('documents', { name })}
        files={documents}
        busyId={saving.isPending ? saving.variables : undefined}
        onSave={saving.mutate}
      />
    </div>
  );
}

/** A signed-in client pays without typing anything; the page's owner has nothing to pay. */
function PayFromHere({ page, token }: { page: PayPage; token: string }) {
  const t = useTranslations('getPaid');
  const session = useSession();
  const isClient = session.status === 'signed-in' && session.client.state === 'ACTIVE';
  const own = useQuery({ ...accountsQuery, enabled: isClient }).data;
  if (!isClient || !own || own.some(({ number }) => number === page.creditorAccount)) return null;
  return (
    <ButtonLink
      to="/payments/create/{-$direction}"
      params={{ direction: 'outgoing' }}
      search={{ link: token }}
      variant="accent"
      size="l"
      block
      icon={<IconArrowUpRight aria-hidden="true" />}
    >
      {t('own')}
    </ButtonLink>
  );
}

function Details({ page }: { page: PayPage }) {
  const t = useTranslations('getPaid');
  const { locale } = useLocaleControl();
  const { request, iban, currency } = page;
  const lines = [
    ...(request
      ? [
          {
            label: t('amount'),
            value: amountText(request.remaining, currency),
            copied: request.remaining,
          },
          {
            label: t('reference'),
            value: formatCreditorReference(request.reference),
            copied: request.reference,
          },
        ]
      : []),
    { label: t('holder'), value: page.creditorName },
    { label: t('holderLatin'), value: page.creditorNameLatin },
    iban
      ? { label: t('iban'), value: formatIban(iban), copied: iban }
      : { label: t('number'), value: page.creditorAccount },
    { label: t('bic'), value: page.bic },
    { label: t('bank'), value: page.bankName },
    {
      label: t('bankAddress'),
      value: addressIn(page.bankAddress, locale),
      copied: page.bankAddress,
    },
    { label: t('correspondent'), value: page.correspondentBank },
    { label: t('correspondentBic'), value: page.correspondentBic },
  ].filter((line): line is { label: string; value: string; copied?: string } => line.value !== null);
  return (
    <dl className={classes.lines}>
      {lines.map(({ label, value, copied }) => (
        <div key={label}>
          <Text as="dt" size={13} tone="soft">
            {label}
          </Text>
          <dd>
            <span>{value}</span>
            <CopyButton value={copied ?? value} what={label} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
