/** The profile that the application gets access to: the only one, or one of several, chosen on the same screen. */
import type { ConnectableProfile } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import classes from './connections.module.css';

interface ProfileChoiceProps {
  profiles: readonly ConnectableProfile[];
  chosen: ConnectableProfile;
  onChoose: (profile: ConnectableProfile) => void;
}

export function ProfileChoice({ profiles, chosen, onChoose }: ProfileChoiceProps) {
  const t = useTranslations('connections');
  const kindOf = ({ isCompany }: ConnectableProfile) => t(isCompany ? 'company' : 'ownProfile');
  if (profiles.length === 1)
    return (
      <section className={classes.part}>
        <h2>{t('profile')}</h2>
        <div className={classes.profile}>
          <Avatar name={chosen.name} tone="ink" />
          <span>
            {chosen.name}
            <span className={classes.note}>{kindOf(chosen)}</span>
          </span>
        </div>
      </section>
    );
  return (
    <fieldset className={classes.part}>
      <legend>{t('profile')}</legend>
      {profiles.map((profile) => (
        <RadioRow
          key={profile.id}
          name="profile"
          value={profile.id}
          title={profile.name}
          text={kindOf(profile)}
          end={<Avatar name={profile.name} tone="ink" />}
          checked={profile.id === chosen.id}
          onChange={() => onChoose(profile)}
        />
      ))}
    </fieldset>
  );
}
