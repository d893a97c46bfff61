/** The payout's name, edited in place: Enter or leaving the field saves it, Escape cancels. A name that a colleague saved meanwhile stays. */
import type { PayoutDetails } from '@calmly/contract';
import { IconPencil } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../i18n/index.tsx';
import { showFailure } from '../../../shared/failure.tsx';
import { Button } from '../../../ui/button.tsx';
import { renameMutation } from '../queries.ts';
import classes from './payout.module.css';

const longest = 120;
const select = (field: HTMLInputElement | null) => field?.select();

export function PayoutName({ payout: { id, name, number } }: { payout: PayoutDetails }) {
  const t = useTranslations('payouts.name');
  const renaming = useMutation(renameMutation(id));
  const [draft, setDraft] = useState<string>();
  /** As it was when the field opened. */
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
    if (wanted && wanted !== before.current)
      renaming.mutate({ name: wanted, before: before.current }, { onError: showFailure });
  };
  if (isOpen)
    return (
      <input
        className={classes.nameField}
        aria-label={t('label')}
        value={draft}
        maxLength={longest}
        autoComplete="off"
        ref={select}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={() => close(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Otherwise Enter also presses the button that gets the focus.
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
    </>
  );
}
