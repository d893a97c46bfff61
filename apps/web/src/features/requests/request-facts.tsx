/** What the payer was told, and the papers that belong to the request. */
import { getDocument, type MoneyRequestDetails } from '@calmly/contract';
import { formatCreditorReference, formatIban } from '@calmly/domain';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from '../../i18n/index.tsx';
import { dayAsDate } from '../../session/days.ts';
import { NeedsRight } from '../../session/needs-right.tsx';
import { useProblemText } from '../../session/problem-text.ts';
import { saveDocumentMutation } from '../../session/save-document.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Notice } from '../../ui/surface.tsx';
import classes from './drawer.module.css';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function RequestFacts({ request }: { request: MoneyRequestDetails }) {
  const t = useTranslations('requests.drawer');
  const format = useFormatter();
  const { reference, dueOn, payerAccount, payerEmail } = request;
  return (
    <section className={classes.section}>
      <h3>{t('details')}</h3>
      <dl>
        <Fact name={t('for')}>{request.details}</Fact>
        <Fact name={t('reference')}>
          <span className={classes.number}>{formatCreditorReference(reference)}</span>
          <CopyButton value={reference} what={t('reference')} />
        </Fact>
        {dueOn && (
          <Fact name={t('due')}>
            {format.dateTime(dayAsDate(dueOn), { day: 'numeric', month: 'long', year: 'numeric' })}
          </Fact>
        )}
        <Fact name={t('to')}>
          <span className={classes.number}>{formatIban(request.creditorAccount)}</span>
        </Fact>
        {payerEmail && <Fact name={t('email')}>{payerEmail}</Fact>}
        {payerAccount && (
          <Fact name={t('paidFrom')}>
            <span className={classes.number}>{formatIban(payerAccount)}</span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

export function RequestDocuments({ documents }: Pick<MoneyRequestDetails, 'documents'>) {
  const t = useTranslations('requests.drawer');
  const problemText = useProblemText();
  const saving = useMutation(saveDocumentMutation);
  return (
    <section className={classes.section}>
      <h3>{t('documents')}</h3>
      {saving.isError && <Notice tone="refusal">{problemText(saving.error)}</Notice>}
      <ul className={classes.documents}>
        {documents.map(({ id, fileName }) => (
          <li key={id}>
            <IconFile aria-hidden="true" />
            <span>{fileName}</span>
            <NeedsRight endpoint={getDocument} label={t('save')} size="s" align="end">
              <Button
                size="s"
                variant="quiet"
                icon={<IconDownload aria-hidden="true" />}
                aria-label={t('saveOf', { name: fileName })}
                busy={saving.isPending && saving.variables === id}
                onClick={() => saving.mutate(id)}
              />
            </NeedsRight>
          </li>
        ))}
      </ul>
    </section>
  );
}
