/**
 * The identity check: the provider's widget with its loading and error states. Language and theme follow the portal's. The
 * specification's alerts are shown in place: `alerts.sum_sub.token_error` with the bank's sentence, `id_check` with the provider's,
 * `failed` for anything else.
 */

import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useLocaleControl, useTranslations } from '@calmly/texts/index.tsx';
import { Spinner } from '@calmly/ui/button.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useDark } from '@calmly/ui/theme/colour-scheme.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import classes from './identity-check.module.css';
import { openWidget, TokenRefused, type Widget } from './widget.ts';

interface IdentityCheckProps {
  /** The client to check; for a company, its creator's id. */
  clientId: string;
  /** The company to check. */
  companyId?: string | undefined;
  /** The provider has answered GREEN. The bank may not know it yet. */
  onCompleted: () => void;
}

/** A frame that has not rendered by then is considered lost. */
const patienceMs = 30_000;

type State = { readonly name: 'loading' | 'shown' } | { readonly name: 'failed'; readonly error: unknown };

export function IdentityCheck({ clientId, companyId, onCompleted }: IdentityCheckProps) {
  const t = useTranslations('verification');
  const problemText = useProblemText();
  const client = useClient();
  const { locale } = useLocaleControl();
  const theme = useDark() ? 'dark' : 'light';
  const container = useRef<HTMLDivElement>(null);
  const widget = useRef<Widget>(undefined);
  const [state, setState] = useState<State>({ name: 'loading' });
  const [checkError, setCheckError] = useState<string>();
  const [attempt, setAttempt] = useState(0);

  const open = useEffectEvent((element: HTMLElement) =>
    openWidget(element, {
      clientId,
      companyId,
      email: client.email,
      phone: client.phone,
      locale,
      theme,
      onShown: () => setState({ name: 'shown' }),
      onCompleted: () => completed(),
      onError: setCheckError,
    }),
  );
  const completed = useEffectEvent(onCompleted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another client or another attempt is another widget
  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    let left = false;
    const fail = (error: unknown) => !left && setState({ name: 'failed', error });
    const timer = setTimeout(() => {
      setState((now) => (now.name === 'loading' ? { name: 'failed', error: undefined } : now));
    }, patienceMs);
    open(element).then((opened) => {
      if (left) opened?.destroy();
      else widget.current = opened;
    }, fail);
    return () => {
      left = true;
      clearTimeout(timer);
      widget.current?.destroy();
      widget.current = undefined;
    };
  }, [clientId, companyId, attempt]);
  // Runs again when the widget appears, to apply changes made while it loaded.
  const shown = state.name === 'shown';
  useEffect(() => {
    if (!shown) return;
    widget.current?.setLanguage(locale);
    widget.current?.setTheme(theme);
    container.current?.querySelector('iframe')?.setAttribute('title', t('frame'));
  }, [shown, locale, theme, t]);

  if (state.name === 'failed')
    return (
      <ErrorState
        title={t('failedTitle')}
        text={
          state.error instanceof TokenRefused
            ? t('tokenError', { error: problemText(state.error.cause) })
            : t('failed')
        }
        error={state.error instanceof Error ? state.error.cause : undefined}
        onRetry={() => {
          setState({ name: 'loading' });
          setCheckError(undefined);
          setAttempt(attempt + 1);
        }}
      />
    );
  return (
    <Grid gap={16}>
      {checkError !== undefined && <Notice tone="refusal">{t('checkError', { error: checkError })}</Notice>}
      {state.name === 'loading' && (
        <Inline as="p" gap={12} align="center" justify="center" className={classes.loading} role="status">
          <Spinner />
          {t('loading')}
        </Inline>
      )}
      <div ref={container} className={classes.frame} data-hidden={state.name === 'loading' || undefined} />
    </Grid>
  );
}
