/** Step 4: the extract of the register, and what else tells of the company. */
import { documentTypes } from '@calmly/contract';
import { useTranslations } from '../../i18n/index.tsx';
import { useUploads } from '../../session/use-uploads.ts';
import { UploadArea } from '../../ui/upload-area.tsx';
import type { StepProps } from './add-company-page.tsx';

export function PapersStep({ draft, faults, change }: StepProps) {
  const t = useTranslations('companies.papers');
  const uploads = useUploads(draft.documents, (next) =>
    change(({ documents }) => ({ documents: next(documents) })),
  );
  return (
    <UploadArea
      label={t('label')}
      hint={t('hint')}
      error={faults.documentIds}
      accept={documentTypes}
      files={uploads.shown}
      onFiles={uploads.add}
      onRemove={uploads.remove}
      removeLabel={(name) => t('remove', { name })}
    />
  );
}
