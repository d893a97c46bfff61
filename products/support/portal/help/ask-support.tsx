/** Further help: a conversation for active clients, an email for everyone else. */
import { supportEmail } from '@calmly/domain';
import { useSession } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { AnchorButton, ButtonLink } from '@calmly/ui/button.tsx';
import { IconMail, IconMessage } from '@tabler/icons-react';
import classes from './help.module.css';

export function AskSupport() {
  const t = useTranslations('help');
  const session = useSession();
  const mayWrite = session.status === 'signed-in' && session.client.state === 'ACTIVE';
  return (
    <section className={classes.ask}>
      <div>
        <h2>{t('askTitle')}</h2>
        <p>{mayWrite ? t('askText') : t('askMail', { email: supportEmail })}</p>
      </div>
      {mayWrite ? (
        <ButtonLink to="/support" search={{ ask: 'general' }} icon={<IconMessage aria-hidden="true" />}>
          {t('ask')}
        </ButtonLink>
      ) : (
        <AnchorButton href={`mailto:${supportEmail}`} icon={<IconMail aria-hidden="true" />}>
          {t('mail')}
        </AnchorButton>
      )}
    </section>
  );
}
