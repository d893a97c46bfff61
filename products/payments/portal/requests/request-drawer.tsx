/** One request in the drawer on the right: amount, status, received amount, history, the payer's view; actions in the footer. */
import type { MoneyRequestDetails } from '@calmly/contract';
import { isNotFound } from '@calmly/portal-kit/session/not-found.ts';
import { AskMenu } from '@calmly/portal-kit/shared/ask-about.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Amount, amountText } from '@calmly/ui/facts/amount.tsx';
import { SheetHead, SheetParty, SheetSection, SheetShape } from '@calmly/ui/facts/sheet.tsx';
import { StatusBadge } from '@calmly/ui/facts/status-badge.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { EmptyState, ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { IconFileOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { requestQuery } from './queries.ts';
import { isPartlyPaid, missingOf, overOf } from './received.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestDocuments, RequestFacts } from './request-facts.tsx';
import { RequestTimeline } from './request-timeline.tsx';

interface RequestDrawerProps {
  id: string;
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

export function RequestDrawer({ id, ...drawer }: RequestDrawerProps) {
  const t = useTranslations('requests.drawer');
  const query = useQuery(requestQuery(id));
  const request = query.data;
  const isMissing = isNotFound(query.error);
  return (
    <SideDrawer
      {...drawer}
      title={t('title')}
      footer={
        request && (
          <>
            <RequestActions key={request.id} request={request} />
            <AskMenu kind="request" id={request.id} />
          </>
        )
      }
    >
      {request && <RequestSheet key={request.id} request={request} />}
      {!request && isMissing && (
        <EmptyState
          icon={<IconFileOff aria-hidden="true" />}
          title={t('missingTitle')}
          text={t('missingText')}
        />
      )}
      {!request && query.isError && !isMissing && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <SheetShape />}
    </SideDrawer>
  );
}

function RequestSheet({ request }: { request: MoneyRequestDetails }) {
  const t = useTranslations('requests.drawer');
  return (
    <>
      <SheetHead>
        <Amount
          size="figure"
          value={request.amount}
          currency={request.currency}
          off={request.status === 'CANCELED'}
        />
        <SheetParty>{t('from', { name: request.payerName })}</SheetParty>
        <span aria-live="polite">
          <StatusBadge status={request.status} />
        </span>
        <Progress request={request} />
      </SheetHead>
      <SheetSection title={t('course')}>
        <RequestTimeline steps={request.timeline} />
      </SheetSection>
      <RequestFacts request={request} />
      {request.documents.length > 0 && <RequestDocuments documents={request.documents} />}
    </>
  );
}

/** The received amount, if it is neither zero nor the full amount. */
function Progress({ request }: { request: MoneyRequestDetails }) {
  const t = useTranslations('requests.drawer');
  const { currency } = request;
  const over = overOf(request);
  if (over !== undefined)
    return (
      <Notice tone="info" title={t('overTitle', { amount: amountText(over, currency) })}>
        {t('overText')}
      </Notice>
    );
  const missing = missingOf(request);
  if (!isPartlyPaid(request) || missing === undefined) return null;
  const come = amountText(request.received, currency);
  return (
    <Notice tone="info" title={t('partTitle', { amount: come })}>
      {request.status === 'CANCELED'
        ? t('partCanceled')
        : t('partText', { amount: amountText(missing, currency) })}
    </Notice>
  );
}
