/** Copies a value and confirms it in the snackbar. */
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { showSnackbar } from './layers/snackbar.tsx';

interface CopyButtonProps {
  value: string;
  /** Name of the copied value, for the label and the message: 'IBAN'. */
  what: string;
  onCopied?: () => void;
  /** Text next to the icon, if there is room. */
  children?: ReactNode;
}

export function CopyButton({ value, what, onCopied, children }: CopyButtonProps) {
  const t = useTranslations('ui');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      showSnackbar(t('copied', { what }));
      onCopied?.();
    } catch {
      // Without permission or a secure context nothing is copied, and the person must know.
      showSnackbar(t('notCopied'));
    }
  };
  return (
    <Button
      variant="quiet"
      size="s"
      icon={<IconCopy aria-hidden="true" />}
      aria-label={t('copy', { what })}
      onClick={() => void copy()}
    >
      {children}
    </Button>
  );
}
