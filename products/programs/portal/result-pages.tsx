/**
 * The result of a connection (specification section 2): `/oauth/tell-connect` on success, leading back to the application, and
 * `/oauth/error` if the request was invalid, saying why in plain words.
 */

import { useTranslations } from '@calmly/texts/index.tsx';
import { AnchorButton, ButtonLink } from '@calmly/ui/button.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { EmptyState } from '@calmly/ui/states.tsx';
import { IconCircleCheck, IconLink, IconLinkOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './connections.module.css';
import { wayBack } from './way-back.ts';

/** Long enough to read the line that names the destination. */
const readingMs = 2_000;

export function TellConnectPage() {
  const t = useTranslations('connections');
  const [way] = useState(wayBack);
  useEffect(() => {
    if (!way) return undefined;
    const leaving = setTimeout(() => location.assign(way.href), readingMs);
    return () => clearTimeout(leaving);
  }, [way]);
  const title = way ? t('doneTitle', { name: way.name }) : t('doneTitlePlain');
  return (
    <div className={classes.result} role="status">
      <DocumentTitle title={title} />
      <EmptyState
        level={1}
        icon={<IconCircleCheck aria-hidden="true" />}
        title={title}
        text={way ? t('goingBack', { host: way.host }) : t('mayClose')}
        action={
          way ? (
            <AnchorButton href={way.href} variant="accent" size="l">
              {t('goBack', { name: way.name })}
            </AnchorButton>
          ) : (
            <ButtonLink to="/dashboard">{t('toPortal')}</ButtonLink>
          )
        }
      />
    </div>
  );
}

const reasons = [
  'invalid_client',
  'invalid_redirect_uri',
  'invalid_request',
  'request_expired',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
] as const;

export function OauthErrorPage({ error }: { error: string | undefined }) {
  const t = useTranslations('connections');
  const reason = reasons.find((name) => name === error) ?? 'other';
  return (
    <div className={classes.result} role="alert">
      <DocumentTitle title={t('errorTitle')} />
      <EmptyState
        level={1}
        icon={<IconLinkOff aria-hidden="true" />}
        title={t('errorTitle')}
        text={
          <>
            {t(`errors.${reason}`)} {t('nothingConnected')}
          </>
        }
        action={<ButtonLink to="/dashboard">{t('toPortal')}</ButtonLink>}
      />
    </div>
  );
}

/** `/oauth` alone: a connection starts in the application, and connected ones are listed in the profile. */
export function AboutConnectionsPage() {
  const t = useTranslations('connections');
  return (
    <div className={classes.result}>
      <DocumentTitle title={t('aboutTitle')} />
      <EmptyState
        level={1}
        icon={<IconLink aria-hidden="true" />}
        title={t('aboutTitle')}
        text={t('aboutText')}
        action={
          <ButtonLink to="/account-profile" search={{ tab: 'connections' }}>
            {t('aboutAction')}
          </ButtonLink>
        }
      />
    </div>
  );
}
