/**
 * What a client in KYC_DECLINED sees instead of the whole shell: the identity check once more, with language and logout
 * around it (specification section 4). A company is checked again through the id of its creator.
 */
import { useTranslations } from '../../i18n/index.tsx';
import { useClient } from '../../session/state.ts';
import { supportEmail } from '../../session/support-email.ts';
import { DocumentTitle } from '../../ui/page-header.tsx';
import { IdentityCheck } from '../verification/index.ts';
import classes from './onboarding.module.css';

interface IdentityScreenProps {
  /** A company that is checked again: the id of who created it, whose check it is. */
  creatorId?: string | undefined;
}

export function IdentityScreen({ creatorId }: IdentityScreenProps) {
  const t = useTranslations('onboarding.identity');
  const client = useClient();
  const isCompany = client.role === 'LEGAL';
  const title = isCompany ? t('companyTitle') : t('declinedTitle');
  return (
    <section className={classes.declined}>
      <DocumentTitle title={title} />
      <h1>{title}</h1>
      <p className={classes.text}>
        {t.rich(isCompany ? 'companyText' : 'declinedText', {
          email: supportEmail,
          mail: (text) => (
            <a className="link" href={`mailto:${supportEmail}`}>
              {text}
            </a>
          ),
        })}
      </p>
      <IdentityCheck clientId={creatorId ?? client.id} onCompleted={() => undefined} />
    </section>
  );
}
