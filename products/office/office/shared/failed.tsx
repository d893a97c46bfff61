/** Replaces what could not be read: without a connection, without the role, or because the bank failed. Never looks like an empty list. */
import { ApiProblem } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { useOnline } from '@calmly/ui/online.ts';
import { EmptyState, ErrorState, OfflineState } from '@calmly/ui/states.tsx';
import { IconLock } from '@tabler/icons-react';

interface FailedProps {
  error: unknown;
  /** What could not be read, as a complete sentence. */
  title: string;
  onRetry: () => void;
  /** One part of a page. */
  compact?: boolean;
}

export const isForbidden = (error: unknown): boolean => error instanceof ApiProblem && error.status === 403;

export function Failed({ error, title, onRetry, compact = false }: FailedProps) {
  const t = useTranslations('office.failed');
  const online = useOnline();
  if (isForbidden(error))
    return (
      <EmptyState
        icon={<IconLock aria-hidden="true" />}
        title={t('forbidden')}
        text={(error as ApiProblem).message}
      />
    );
  if (!online) return <OfflineState />;
  return <ErrorState title={title} text={t('text')} error={error} onRetry={onRetry} compact={compact} />;
}
