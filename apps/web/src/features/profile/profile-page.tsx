/** The profile, the one screen that is always open to a signed-in client: who they are, what things cost, how it looks. */
import { useTranslations } from '../../i18n/index.tsx';
import { useClient } from '../../session/state.ts';
import { Segments } from '../../ui/segments.tsx';
import { Notice } from '../../ui/surface.tsx';
import { Fees } from './fees.tsx';
import { PersonalData } from './personal-data.tsx';
import { Preferences, type PreferencesProps } from './preferences.tsx';
import classes from './profile.module.css';

export const profileTabs = ['personal', 'fees', 'preferences'] as const;
export type ProfileTab = (typeof profileTabs)[number];

interface ProfilePageProps extends PreferencesProps {
  tab: ProfileTab;
  onTab: (tab: ProfileTab) => void;
}

export function ProfilePage({ tab, onTab, ...preferences }: ProfilePageProps) {
  const t = useTranslations('profile');
  const client = useClient();
  return (
    <div className={classes.page}>
      {client.state !== 'ACTIVE' && (
        <Notice tone="warning" title={t('notActive')}>
          {t('notActiveText')}
        </Notice>
      )}
      <div className={classes.tabs}>
        <Segments
          label={t('tabs')}
          value={tab}
          options={profileTabs.map((value) => ({ value, label: t(value) }))}
          onChange={onTab}
        />
      </div>
      {tab === 'personal' && <PersonalData client={client} />}
      {tab === 'fees' && <Fees />}
      {tab === 'preferences' && <Preferences {...preferences} />}
    </div>
  );
}
