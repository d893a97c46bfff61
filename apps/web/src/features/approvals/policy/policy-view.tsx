/** The policy to read: its sentences under their headings. */
import type { Policy } from '@calmly/contract';
import { useTranslations } from '../../../i18n/index.tsx';
import classes from './policy.module.css';
import { policySections, usePolicySentences } from './policy-words.tsx';

export function PolicyView({ policy }: { policy: Policy }) {
  const t = useTranslations('approvals.policy');
  const sentences = usePolicySentences(policy.people)(policy);
  return policySections.map((section) => (
    <section key={section} className={classes.part}>
      <h3>{t(section)}</h3>
      <ul className={classes.sentences}>
        {sentences
          .filter((sentence) => sentence.section === section)
          .map(({ key, words }) => (
            <li key={key}>{words}</li>
          ))}
      </ul>
      {section === 'payments' && <p className={classes.small}>{t('otherCurrencies')}</p>}
      {section === 'away' && policy.standIns.length === 0 && (
        <p className={classes.small}>{t('noStandIns')}</p>
      )}
    </section>
  ));
}
