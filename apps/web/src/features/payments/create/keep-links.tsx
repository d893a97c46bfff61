/** Keeps what is typed as a template for the next time. */
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { TemplateDialog } from '../../orders/index.ts';
import type { ResolvedDraft } from '../model/check-draft.ts';
import { toTemplate } from '../model/kept.ts';
import { payeeName } from '../model/payee.ts';

export function KeepLinks({ draft: { values, payee, debtorAccount } }: { draft: ResolvedDraft }) {
  const t = useTranslations('orders.kept');
  const [naming, setNaming] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setNaming(true)}>
        {t('saveTemplate')}
      </button>
      {naming && (
        <TemplateDialog
          name={payee ? payeeName(payee) : ''}
          form={toTemplate(values, debtorAccount?.id ?? '')}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
