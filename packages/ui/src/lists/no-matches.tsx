/** Replaces a list whose filters match nothing: the same text and reset button on every list. */
import { IconFilterOff } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../button.tsx';
import { EmptyState } from '../states.tsx';

interface NoMatchesProps {
  /** "No matching payments" */
  title: string;
  onClear: () => void;
}

export function NoMatches({ title, onClear }: NoMatchesProps) {
  const t = useTranslations('ui');
  return (
    <EmptyState
      icon={<IconFilterOff aria-hidden="true" />}
      title={title}
      text={t('noMatches')}
      action={<Button onClick={onClear}>{t('clearFilters')}</Button>}
    />
  );
}
