/** The profile that the application gets access to: the only one, or one of several, chosen on the same screen. */
import type { ConnectableProfile } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { RadioRow } from '@calmly/ui/fields/field.tsx';
import { Grid, Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
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
      <Grid as="section" gap={12} className={classes.part}>
        <h2>{t('profile')}</h2>
        <Inline gap={12} align="center">
          <Avatar name={chosen.name} tone="ink" />
          <span>
            {chosen.name}
            <Text as="span" size={13} tone="soft" block>
              {kindOf(chosen)}
            </Text>
          </span>
        </Inline>
      </Grid>
    );
  return (
    <Grid as="fieldset" gap={12} className={classes.part}>
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
    </Grid>
  );
}
