/** The details that the payer sees, and the request's documents. */
import { getDocument, type MoneyRequestDetails } from '@calmly/contract';
import { formatCreditorReference, formatIban } from '@calmly/domain';
import { dayAsDate } from '@calmly/portal-kit/shared/days/days.ts';
import { saveDocumentMutation } from '@calmly/portal-kit/shared/files/save-document.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { FileList } from '@calmly/ui/facts/file-list.tsx';
import { Fact, SheetSection } from '@calmly/ui/facts/sheet.tsx';
import { useMutation } from '@tanstack/react-query';

export function RequestFacts({ request }: { request: MoneyRequestDetails }) {
  const t = useTranslations('requests.drawer');
  const format = useFormatter();
  const { reference, dueOn, payerAccount, payerEmail } = request;
  return (
    <SheetSection title={t('details')}>
      <dl>
        <Fact name={t('for')}>{request.details}</Fact>
        <Fact name={t('reference')}>
          {formatCreditorReference(reference)}
          <CopyButton value={reference} what={t('reference')} />
        </Fact>
        <Fact name={t('due')}>
          {dueOn && format.dateTime(dayAsDate(dueOn), { day: 'numeric', month: 'long', year: 'numeric' })}
        </Fact>
        <Fact name={t('to')}>{formatIban(request.creditorAccount)}</Fact>
        <Fact name={t('email')}>{payerEmail}</Fact>
        <Fact name={t('paidFrom')}>{payerAccount && formatIban(payerAccount)}</Fact>
      </dl>
    </SheetSection>
  );
}

export function RequestDocuments({ documents }: Pick<MoneyRequestDetails, 'documents'>) {
  const t = useTranslations('requests.drawer');
  const saving = useMutation(saveDocumentMutation);
  return (
    <SheetSection title={t('documents')}>
      <ProblemNotice error={saving.error} />
      <FileList
        files={documents}
        busyId={saving.isPending ? saving.variables : undefined}
        onSave={saving.mutate}
        wrap={(button) => (
          <NeedsRight endpoint={getDocument} label={t('save')} size="s" align="end">
            {button}
          </NeedsRight>
        )}
      />
    </SheetSection>
  );
}
