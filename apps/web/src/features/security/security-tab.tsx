/** The security tab: sign-in methods first, then sessions, history, and freezing the access. */
import { DeviceList } from './device-list.tsx';
import { Factors } from './factors/index.ts';
import { FreezeCard } from './freeze-card.tsx';
import { PasswordCard } from './password-card.tsx';
import classes from './security.module.css';
import { SessionList } from './session-list.tsx';
import { SignInHistory } from './sign-in-history.tsx';

export function SecurityTab() {
  return (
    <div className={classes.tab}>
      <PasswordCard />
      <Factors />
      <SessionList />
      <DeviceList />
      <SignInHistory />
      <FreezeCard />
    </div>
  );
}
