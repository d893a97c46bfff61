/** Step 4: the register extract, and other documents about the company or a change of it. */
import { documentTypes } from '@calmly/contract';
import type { Uploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import type { StepProps } from '../use-company-form.ts';

interface PapersStepProps extends Pick<StepProps, 'faults'> {
  label: string;
  uploads: Uploads;
}

export function PapersStep({ label, faults, uploads }: PapersStepProps) {
  const t = useTranslations('companies.papers');
  return (
    <UploadArea
      label={label}
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
