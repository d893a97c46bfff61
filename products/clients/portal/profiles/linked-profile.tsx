/**
 * A link in a message names the profile that it is about. A person using another profile is offered to switch, and then sees the linked page. A
 * profile that the person may not act for is ignored.
 */

import { ownClientId, switchBack, switchProfile } from '@calmly/portal-kit/session/session.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { showFailure } from '@calmly/portal-kit/shared/failure.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import classes from './profiles.module.css';
import { companiesQuery } from './queries.ts';

export function LinkedProfile() {
  const t = useTranslations('profiles');
  const { id } = useClient();
  const place = useLocation({ select: ({ href }) => href });
  const profile = useLocation({ select: ({ search }) => (search as { profile?: string }).profile });
  const own = ownClientId() ?? id;
  const isOwn = profile === own;
  const isOther = profile !== undefined && profile !== id;
  const companies = useQuery({ ...companiesQuery(own), enabled: isOther && !isOwn });
  const change = useMutation({
    mutationFn: (to: string) => (isOwn ? switchBack(to, place) : switchProfile(to, place)),
    onError: showFailure,
  });
  const company = companies.data?.find((each) => each.id === profile);
  if (!isOther || !(isOwn || company)) return null;
  return (
    <div className={classes.linked}>
      <Notice
        tone="info"
        title={company ? t('linked.company', { name: company.companyName }) : t('linked.own')}
      >
        <Button size="s" busy={change.isPending || change.isSuccess} onClick={() => change.mutate(profile)}>
          {company ? t('linked.switch', { name: company.companyName }) : t('linked.switchOwn')}
        </Button>
      </Notice>
    </div>
  );
}
