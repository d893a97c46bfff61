/** A field for a new password, with the rules it must meet and its strength under it, updated while typing. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { PasswordField } from '@calmly/ui/fields/password-field.tsx';
import { IconCheck } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { judgePassword, leastPasswordLength } from './password-rules.ts';
import classes from './person.module.css';

const levels = ['weak', 'fair', 'good', 'strong'] as const;

interface NewPasswordFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'capsLockHint'> {
  value: string;
  /** The client's email address, which the password must not repeat; empty if it is unknown. */
  email: string;
}

export function NewPasswordField({ email, ...field }: NewPasswordFieldProps) {
  const t = useTranslations('shell.signIn');
  return (
    <div className={classes.newPassword}>
      <PasswordField autoComplete="new-password" capsLockHint={t('capsLock')} {...field} />
      <PasswordChecks password={field.value} email={email} />
    </div>
  );
}

function PasswordChecks({ password, email }: { password: string; email: string }) {
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
