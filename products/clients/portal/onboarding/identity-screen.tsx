/** Shown to a person in KYC_DECLINED instead of the shell: the identity check again, with language and logout (specification section 4). */

import { supportEmail } from '@calmly/domain';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { IdentityCheck } from '../verification/index.ts';
import classes from './onboarding.module.css';

export function IdentityScreen() {
  const t = useTranslations('onboarding.identity');
  const client = useClient();
  const title = t('declinedTitle');
  return (
    <section className={classes.declined}>
      <DocumentTitle title={title} />
      <h1>{title}</h1>
      <p>
        {t.rich('declinedText', {
          email: supportEmail,
          mail: (text) => (
            <a className="link" href={`mailto:${supportEmail}`}>
              {text}
            </a>
          ),
        })}
      </p>
      <IdentityCheck clientId={client.id} onCompleted={() => undefined} />
    </section>
  );
}
