/** The note of one payment: shown as text, edited in place. */
import { type Annotation, noteLength } from '@calmly/contract';
import { EditConflict, useEditBase } from '@calmly/portal-kit/shared/form/edit-conflict.tsx';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { LongTextField } from '@calmly/ui/fields/field.tsx';
import { useDrawerState } from '@calmly/ui/layers/drawer-memory.ts';
import { Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconPencil } from '@tabler/icons-react';
import classes from '../bookkeeping.module.css';
import { noteMutation } from '../queries.ts';

export function NoteField({ annotation }: { annotation: Annotation }) {
  const t = useTranslations('bookkeeping');
  const { paymentId, note, canChange } = annotation;
  const [draft, setDraft] = useDrawerState<Draft | undefined>(`note ${paymentId}`, undefined);
  if (draft) return <NoteForm annotation={annotation} draft={draft} onDraft={setDraft} />;
  if (!note && !canChange) return null;
  return (
    <Stack gap={8} align="start">
      {note && <Text wrap="anywhere">{note}</Text>}
      {canChange && (
        <Button
          size="s"
          variant="quiet"
          icon={<IconPencil aria-hidden="true" />}
          onClick={() => setDraft({ base: note, note: note ?? '' })}
        >
          {t(note ? 'editNote' : 'addNote')}
        </Button>
      )}
    </Stack>
  );
}

/** A note being edited, and the one that it replaces. */
interface Draft {
  readonly base: string | null;
  readonly note: string;
}

interface NoteFormProps {
  annotation: Annotation;
  draft: Draft;
  /** Undefined: editing has ended. */
  onDraft: (draft: Draft | undefined) => void;
}

function NoteForm({ annotation, draft, onDraft }: NoteFormProps) {
  const t = useTranslations('bookkeeping');
  const ui = useTranslations('ui');
  const { base, restart, overwrite } = useEditBase(annotation.note, draft.base);
  const write = (next: string, over = base) => {
    form.change({ note: next });
    onDraft({ base: over, note: next });
  };
  const form = useForm({
    start: { note: draft.note },
    read: ({ note }) => ({ body: { note: note.trim() || null, before: base } }),
    mutation: noteMutation(annotation.paymentId),
    onSent: () => onDraft(undefined),
  });
  const { note } = form.values;
  return (
    <Stack as="form" {...form.props} gap={12}>
      <LongTextField
        name="note"
        label={t('note')}
        value={note}
        maxLength={noteLength}
        rows={3}
        autoFocus
        help={t('noteHelp')}
        count={t('noteCount', { count: note.length, most: noteLength })}
        error={form.faults.note}
        onChange={(next) => write(next)}
      />
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart((newest) => write(newest ?? '', newest))}
        onOverwrite={() => {
          onDraft({ base: annotation.note, note });
          overwrite(form.submit);
        }}
      >
        {annotation.note ? <span translate="no">{annotation.note}</span> : t('noNote')}
      </EditConflict>
      <Inline wrap gap={8} className={classes.buttons}>
        <Button size="s" type="submit" variant="accent" busy={form.busy}>
          {t('saveNote')}
        </Button>
        <Button size="s" onClick={() => onDraft(undefined)}>
          {ui('cancel')}
        </Button>
      </Inline>
    </Stack>
  );
}
