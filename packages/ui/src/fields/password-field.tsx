/** A password with a button that shows it and a hint while Caps Lock is on. */
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import classes from './field.module.css';
import { type FrameProps, TextField } from './field.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'size' | 'type'> &
  FrameProps & { capsLockHint: string };

export function PasswordField({ capsLockHint, help, ...rest }: PasswordFieldProps) {
  const t = useTranslations('ui');
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...rest}
      type={shown ? 'text' : 'password'}
      help={capsLock ? capsLockHint : help}
      onKeyDown={watch}
      onKeyUp={watch}
      right={
        <button
          type="button"
          className={classes.reveal}
          aria-label={shown ? t('hidePassword') : t('showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon aria-hidden="true" />
        </button>
      }
    />
  );
}
