/** Replaces the content of a list or page: empty, failed to load, or waiting for the person to confirm their presence. */
import type { Situation } from '@calmly/help';
import { IconCloudOff, IconLock, IconRefresh, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { codeOf, requestIdOf } from './error-facts.ts';
import { HelpLink, ProblemHelp } from './help-link.tsx';
import classes from './surface.module.css';

interface EmptyStateProps {
  /** In a disc: the icon of an answer or an outcome. */
  icon?: ReactNode;
  /** A `Drawing` instead of an icon, for places that will have content; only screens that use it load it. */
  drawing?: ReactNode;
  title: string;
  text?: ReactNode;
  /** The next action: one button, the coral one if there is something to start. */
  action?: ReactNode;
  /** The situation that an article of the help centre explains. */
  help?: Situation;
  /** 1 if it is the whole page. */
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

/** Replaces content that was never loaded, while the browser has no network. */
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
  /** The caught error; a request id in it becomes the code for support. */
  error?: unknown;
  onRetry?: () => void;
  action?: ReactNode;
  /** For one part of a page: what failed, why if `text` explains it, and the next action. */
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
