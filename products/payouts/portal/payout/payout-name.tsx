/**
 * The payout's name, edited in place: Enter or leaving the field saves it, Escape cancels. If a colleague renamed the payout meanwhile, a dialog
 * shows both names, and the person chooses. If saving fails, the field keeps the typed text.
 */
import { ApiProblem, type PayoutDetails } from '@calmly/contract';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { ConfirmDialog } from '@calmly/ui/layers/dialog.tsx';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { renameMutation } from '../queries.ts';
import classes from './payout.module.css';

const longest = 120;
const isRenamed = (error: Error | null) => error instanceof ApiProblem && error.code === 'payout_changed';
const select = (field: HTMLInputElement | null) => field?.select();

export function PayoutName({ payout: { id, name, number } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.name');
  const renaming = useMutation(renameMutation(id));
  const [draft, setDraft] = useState<string>();
  /** The text typed over a name that a colleague had changed. */
  const [refused, setRefused] = useState<string>();
  /** The field is open again because the name could not be saved. */
  const [isUnsaved, setUnsaved] = useState(false);
  /** The name when the field opened. */
  const before = useRef(name);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isClosed = useRef(true);
  const isOpen = draft !== undefined;
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  /** Runs once: a field that is removed may also report a blur. */
  const close = (isKept: boolean) => {
    if (isClosed.current) return;
    isClosed.current = true;
    const wanted = isKept ? draft?.trim() : undefined;
    setDraft(undefined);
    setUnsaved(false);
    if (wanted && wanted !== before.current)
      renaming.mutate(
        { name: wanted, before: before.current },
        {
          onError: (error) => {
            if (isRenamed(error)) return setRefused(wanted);
            showFailure(error);
            setUnsaved(true);
            setDraft(wanted);
          },
        },
      );
  };
  if (isOpen)
    return (
      <input
        className={classes.nameField}
        aria-label={t('label')}
        value={draft}
        maxLength={longest}
        autoComplete="off"
        // A field that opens automatically leaves the focus to the error message.
        ref={isUnsaved ? undefined : select}
        onFocus={() => {
          isClosed.current = false;
        }}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => close(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Otherwise Enter would also press the button that gets the focus.
          event.preventDefault();
          close(event.key === 'Enter');
        }}
      />
    );
  const shown = renaming.isPending ? renaming.variables.name : name || number;
  return (
    <>
      <span translate="no">{shown}</span>
      <Button
        ref={opener}
        variant="quiet"
        size="s"
        icon={<IconPencil aria-hidden="true" />}
        aria-label={t('change')}
        title={t('change')}
        onClick={() => {
          isClosed.current = false;
          before.current = name;
          setDraft(name);
        }}
      />
      {refused !== undefined && (
        <ConfirmDialog
          icon={<IconPencil aria-hidden="true" />}
          title={t('renamed')}
          text={t('renamedText', { saved: name || number, typed: refused })}
          problem={!isRenamed(renaming.error) && <ProblemNotice error={renaming.error} />}
          keep={t('keepSaved')}
          confirm={t('saveMine')}
          variant="accent"
          busy={renaming.isPending}
          onConfirm={() =>
            renaming.mutate({ name: refused, before: name }, { onSuccess: () => setRefused(undefined) })
          }
          onCancel={() => setRefused(undefined)}
        />
      )}
    </>
  );
}
