/**
 * The signed-in person on the right of the top bar, and the menu under it: the companies of a personal profile, the link back from a
 * company, the profile screen. Display name and initials follow specification section 3.
 */

import { ownClientId } from '@calmly/portal-kit/session/session.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Avatar } from '@calmly/ui/facts/avatar.tsx';
import { LoadingDialog } from '@calmly/ui/layers/loading-dialog.tsx';
import { Popover } from '@calmly/ui/layers/popovers/popover.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import {
  IconArrowBackUp,
  IconChevronDown,
  IconHelpCircle,
  IconPlus,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CompanyList } from './company-list.tsx';
import { InvitationList } from './invitation-list.tsx';
import classes from './profiles.module.css';
import { useSwitch } from './use-switch.ts';

export function ProfileMenu() {
  const t = useTranslations('profiles.menu');
  const nav = useTranslations('shell.nav');
  const client = useClient();
  const [open, setOpen] = useState(false);
  const change = useSwitch();
  const name = client.companyName ?? [client.firstName, client.lastName].filter(Boolean).join(' ');
  const number = useTranslations('shell.topbar')('client', { number: client.number });
  const own = ownClientId();
  const close = () => setOpen(false);
  return (
    <>
      <Popover
        align="end"
        open={open}
        onClose={close}
        opener={
          <Inline
            as="button"
            type="button"
            gap={12}
            align="center"
            className={classes.opener}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span className="visually-hidden">{t('open', { name })}</span>
            <Avatar name={name} tone="ink" />
            <span className={classes.openerText} aria-hidden="true">
              <span className={classes.name}>{name}</span>
              <span className={classes.number}>{number}</span>
            </span>
            <IconChevronDown aria-hidden="true" className={classes.chevron} />
          </Inline>
        }
      >
        <div className={classes.menu}>
          <div className={classes.who}>
            <Avatar name={name} tone="ink" />
            <span>
              <span className={classes.name}>{name}</span>
              <span className={classes.number}>{number}</span>
            </span>
          </div>
          <InvitationList onChoose={close} />
          {client.role !== 'LEGAL' && <CompanyList ownClientId={client.id} onChoose={change.to} />}
          <div className={classes.part}>
            {client.role === 'LEGAL' && own !== undefined && (
              <button type="button" className={classes.action} onClick={() => change.back(own)}>
                <IconArrowBackUp aria-hidden="true" />
                {t('back')}
              </button>
            )}
            {client.role !== 'LEGAL' && client.state === 'ACTIVE' && (
              <Link to="/companies/add" className={classes.action} onClick={close}>
                <IconPlus aria-hidden="true" />
                {t('addCompany')}
              </Link>
            )}
            <Link to="/account-profile" className={classes.action} onClick={close}>
              <IconUserCircle aria-hidden="true" />
              {t('settings')}
            </Link>
            <Link to="/help" className={classes.action} onClick={close}>
              <IconHelpCircle aria-hidden="true" />
              {nav('help')}
            </Link>
          </div>
        </div>
      </Popover>
      {change.isUnderWay && <LoadingDialog />}
    </>
  );
}
