/** Writes a message with files, the first of a conversation or a further one. The draft survives a reload until it is sent. */
import { documentTypes, type NewMessage, supportDocumentsMost, supportTextLength } from '@calmly/contract';
import { heldByFiles, useUploads } from '@calmly/portal-kit/shared/files/use-uploads.ts';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { LongTextField } from '@calmly/ui/fields/field.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { usePastedFiles } from '@calmly/ui/fields/use-pasted-files.ts';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { breakpoints, useMedia } from '@calmly/ui/media.ts';
import { IconSend } from '@tabler/icons-react';
import type { UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { emptyMessage, keptMessage } from './draft.ts';

interface ComposerProps<Answer> {
  /** Identifies the draft. */
  place: string;
  label: string;
  submit: string;
  mutation: UseMutationOptions<Answer, Error, { body: NewMessage; key: string }>;
  onSent: (answer: Answer) => void;
}

export function Composer<Answer>({ place, label, submit, mutation, onSent }: ComposerProps<Answer>) {
  const t = useTranslations('support.composer');
  const phone = useMedia(breakpoints.phone);
  const area = useRef<HTMLDivElement>(null);
  const form = useForm({
    start: emptyMessage,
    kept: keptMessage(place),
    read: ({ text, documents, key }) => {
      if (text.trim() === '') return { faults: { text: t('required') } };
      return { body: { body: { text, documents: documents.map(({ id }) => id) }, key } };
    },
    mutation,
    rest: (now, sent) => ({
      text: now.text.startsWith(sent.text) ? now.text.slice(sent.text.length).trimStart() : now.text,
      documents: now.documents.filter(({ id }) => !sent.documents.some((one) => one.id === id)),
    }),
    onSent,
  });
  const { values, faults, change } = form;
  const uploads = useUploads(values.documents, (update) =>
    change(({ documents }) => ({ documents: update(documents) })),
  );
  usePastedFiles(area, uploads.add);
  return (
    <Grid as="form" {...heldByFiles(uploads, form.props)} gap={16}>
      <FormMessage form={form} />
      <Grid ref={area} gap={16}>
        <LongTextField
          multiline
          rows={4}
          label={label}
          name="text"
          {...(!phone && { help: t('help') })}
          maxLength={supportTextLength}
          value={values.text}
          error={faults.text}
          onChange={(text) => change({ text })}
        />
        <UploadArea
          compact
          label={t('attach')}
          hint={t('attachHint', { most: supportDocumentsMost })}
          error={uploads.refusal ?? faults.documents}
          accept={documentTypes}
          files={uploads.shown}
          onFiles={uploads.add}
          onRemove={uploads.remove}
          removeLabel={(name) => t('remove', { name })}
        />
      </Grid>
      <Inline justify="end">
        <Button
          type="submit"
          variant="accent"
          busy={form.busy || uploads.busy}
          icon={<IconSend aria-hidden="true" />}
        >
          {submit}
        </Button>
      </Inline>
    </Grid>
  );
}
