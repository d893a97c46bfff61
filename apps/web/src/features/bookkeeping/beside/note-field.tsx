/** The note of one payment: shown as text, edited in place. */
import { type Annotation, noteLength } from '@calmly/contract';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { EditConflict, useEditBase } from '../../../shared/form/edit-conflict.tsx';
import { FormMessage } from '../../../shared/form/form-message.tsx';
import { useForm } from '../../../shared/form/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { LongTextField } from '../../../ui/fields/field.tsx';
import classes from '../bookkeeping.module.css';
import { noteMutation } from '../queries.ts';

export function NoteField({ annotation }: { annotation: Annotation }) {
  const t = useTranslations('bookkeeping');
  const [editing, setEditing] = useState(false);
  const { note, canChange } = annotation;
  if (editing) return <NoteForm annotation={annotation} onDone={() => setEditing(false)} />;
  if (!note && !canChange) return null;
  return (
    <div className={classes.note}>
      {note && <p className={classes.noteText}>{note}</p>}
      {canChange && (
        <Button
          size="s"
          variant="quiet"
          icon={<IconPencil aria-hidden="true" />}
          onClick={() => setEditing(true)}
        >
          {t(note ? 'editNote' : 'addNote')}
        </Button>
      )}
    </div>
  );
}

function NoteForm({ annotation, onDone }: { annotation: Annotation; onDone: () => void }) {
  const t = useTranslations('bookkeeping');
  const ui = useTranslations('ui');
  const { base, restart, overwrite } = useEditBase(annotation.note);
  const form = useForm({
    start: { note: base ?? '' },
    read: ({ note }) => ({ body: { note: note.trim() || null, before: base } }),
    mutation: noteMutation(annotation.paymentId),
    onSent: onDone,
  });
  const { note } = form.values;
  return (
    <form {...form.props} className={classes.noteForm}>
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
        onChange={(next) => form.change({ note: next })}
      />
      <FormMessage form={form} />
      <EditConflict
        error={form.error}
        onRestart={() => restart((newest) => form.change({ note: newest ?? '' }))}
        onOverwrite={() => overwrite(form.submit)}
      >
        {annotation.note ? <span translate="no">{annotation.note}</span> : t('noNote')}
      </EditConflict>
      <div className={classes.buttons}>
        <Button size="s" type="submit" variant="accent" busy={form.busy}>
          {t('saveNote')}
        </Button>
        <Button size="s" onClick={onDone}>
          {ui('cancel')}
        </Button>
      </div>
    </form>
  );
}
