/** Shown by a list or page instead of content: empty, failed to load, or waiting for the person to confirm their presence. */
import type { Situation } from '@calmly/help';
import { IconCloudOff, IconLock, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { codeOf, requestIdOf } from './error-facts.ts';
import { HelpLink, ProblemHelp } from './help-link.tsx';
import classes from './surface.module.css';

interface EmptyStateProps {
  /** In a disc: the picture of an answer or an outcome. */
  icon?: ReactNode;
  /** In place of an icon, where content will be one day: a `Drawing`, so that only screens that have one load it. */
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  /** What to do next: one button, the coral one if there is something to begin. */
  action?: ReactNode;
  /** What an article of the help centre explains. */
  help?: Situation;
  /** 1 where it is the whole page. */
  level?: 1 | 2;
}

export function EmptyState({ icon, drawing, title, text, action, help, level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.state} data-drawn={drawing && ''}>
      {drawing ?? <div className={classes.stateIcon}>{icon}</div>}
      <Heading className={classes.stateTitle}>{title}</Heading>
      {text && <p className={classes.stateText}>{text}</p>}
      {action && <div className={classes.stateActions}>{action}</div>}
      {help && <HelpLink of={help} />}
    </div>
  );
}

/** In place of what was never loaded, while the browser has no network. */
export function OfflineState({ level }: Pick<EmptyStateProps, 'level'>) {
  const t = useTranslations('ui');
  return (
    <EmptyState
      icon={<IconWifiOff aria-hidden="true" />}
      title={t('offlineTitle')}
      text={t('offlineText')}
      {...(level && { level })}
    />
  );
}

interface ErrorStateProps {
  title?: string;
  text?: string;
  /** What was caught; a request id in it becomes the code for support. */
  error?: unknown;
  onRetry?: () => void;
  action?: ReactNode;
  /** One part of a page among others: what failed, why if `text` says it, and the way on. */
  compact?: boolean;
}

export function ErrorState({ title, text, error, onRetry, action, compact }: ErrorStateProps) {
  const t = useTranslations('ui');
  const code = requestIdOf(error);
  const isGivenUp = codeOf(error) === 'code_canceled';
  const words = isGivenUp
    ? { title: t('confirmTitle'), text: t('confirmText'), retry: t('confirmButton') }
    : { title: title ?? t('loadFailedTitle'), text: text ?? t('loadFailedText'), retry: t('tryAgain') };
  const Icon = isGivenUp ? IconLock : IconCloudOff;
  return (
    <div className={classes.state} data-compact={compact || undefined} role="alert">
      {!compact && (
        <div className={classes.stateIcon}>
          <Icon aria-hidden="true" />
        </div>
      )}
      <h2 className={classes.stateTitle}>{words.title}</h2>
      {(!compact || text) && <p className={classes.stateText}>{words.text}</p>}
      <div className={classes.stateActions}>
        {onRetry && (
          <Button
            variant={compact ? 'outline' : 'solid'}
            icon={isGivenUp ? undefined : <IconRefresh aria-hidden="true" />}
            onClick={onRetry}
          >
            {words.retry}
          </Button>
        )}
        {action}
      </div>
      <ProblemHelp error={error} />
      {code && <p className={classes.stateCode}>{t('supportCode', { code })}</p>}
    </div>
  );
}
