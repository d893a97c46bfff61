/** Under a new password: what it needs, ticked off as one types, and how good it is. Also for changing and resetting one. */
import { IconCheck } from '@tabler/icons-react';
import { useTranslations } from '../../i18n/index.tsx';
import { judgePassword, leastPasswordLength } from './password-rules.ts';
import classes from './person.module.css';

const levels = ['weak', 'fair', 'good', 'strong'] as const;

export function PasswordChecks({ password, email }: { password: string; email: string }) {
  const t = useTranslations('onboarding.register');
  const { longEnough, notTheName, level } = judgePassword(password, email);
  const rows = [
    { met: longEnough, text: t('ruleLength', { count: String(leastPasswordLength) }) },
    { met: notTheName, text: t('ruleName') },
  ];
  return (
    <div className={classes.password}>
      <span className={classes.meter} data-level={password ? level : undefined} aria-hidden="true">
        {levels.map((name) => (
          <span key={name} />
        ))}
      </span>
      <ul className={classes.rules} aria-label={t('rules')}>
        {rows.map(({ met, text }) => (
          <li key={text} data-met={met || undefined}>
            <IconCheck aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <span className={classes.level} role="status">
        {password && t('strength', { level: t(level) })}
      </span>
    </div>
  );
}
