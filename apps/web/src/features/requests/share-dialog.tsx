/**
 * Sharing a public page: the link is made when the client asks for it, can be copied, shown as a QR code, put into a mail of the
 * client's own, and ended. The bank sends nothing to anybody.
 */
import { createPayLink, type PayLink } from '@calmly/contract';
import { IconExternalLink, IconLink, IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../i18n/index.tsx';
import { NeedsRight } from '../../session/needs-right.tsx';
import { ProblemNotice } from '../../session/problem-notice.tsx';
import { AnchorButton, Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { showSnackbar } from '../../ui/snackbar.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { createLinkMutation, linkQuery, revokeLinkMutation, type ShareTarget } from './queries.ts';
import classes from './share.module.css';

interface ShareDialogProps {
  target: ShareTarget;
  email: string;
  onClose: () => void;
}

export function ShareDialog({ target, email, onClose }: ShareDialogProps) {
  const t = useTranslations('requests.share');
  const ui = useTranslations('ui');
  const link = useQuery(linkQuery(target));
  return (
    <Dialog labelledBy="share-title" onCancel={onClose}>
      <div className={classes.dialog}>
        <div>
          <h2 id="share-title">{t('title')}</h2>
          <p className={classes.lead}>{t('requestId' in target ? 'requestText' : 'accountText')}</p>
        </div>
        {link.isPending && <div className={classes.shape} role="status" aria-label={ui('loading')} />}
        {link.isError && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
        {link.data === null && <NoLink target={target} />}
        {link.data && <Link target={target} link={link.data} email={email} />}
        <Button size="l" block onClick={onClose}>
          {ui('close')}
        </Button>
      </div>
    </Dialog>
  );
}

function NoLink({ target }: { target: ShareTarget }) {
  const t = useTranslations('requests.share');
  const creating = useMutation(createLinkMutation(target));
  return (
    <>
      <ProblemNotice error={creating.error} />
      <NeedsRight endpoint={createPayLink} label={t('create')} size="l">
        <Button
          variant="accent"
          size="l"
          block
          icon={<IconLink aria-hidden="true" />}
          busy={creating.isPending}
          onClick={() => creating.mutate()}
        >
          {t('create')}
        </Button>
      </NeedsRight>
    </>
  );
}

function Link({ target, link, email }: { target: ShareTarget; link: PayLink; email: string }) {
  const t = useTranslations('requests.share');
  const revoking = useMutation(revokeLinkMutation(target));
  const { url } = link;
  const mail = `mailto:${encodeURIComponent(email)}?${new URLSearchParams({
    subject: t('mailSubject'),
    body: t('mailBody', { url }),
  })
    .toString()
    .replaceAll('+', '%20')}`;
  return (
    <>
      <ProblemNotice error={revoking.error} />
      <div className={classes.link}>
        <span className={classes.url}>{url}</span>
        <CopyButton value={url} what={t('link')}>
          {t('copy')}
        </CopyButton>
      </div>
      <div className={classes.code}>
        <QrCode text={url} label={t('qrAlt')} />
        <p>{t('qrText')}</p>
      </div>
      <div className={classes.ways}>
        <AnchorButton href={mail} icon={<IconMail aria-hidden="true" />}>
          {t('mail')}
        </AnchorButton>
        <AnchorButton
          href={url}
          target="_blank"
          rel="noopener"
          icon={<IconExternalLink aria-hidden="true" />}
        >
          {t('open')}
        </AnchorButton>
      </div>
      <div className={classes.end}>
        <p>{t('endText')}</p>
        <NeedsRight endpoint={createPayLink} label={t('end')}>
          <Button
            variant="danger"
            size="s"
            busy={revoking.isPending}
            onClick={() => revoking.mutate(link.id, { onSuccess: () => showSnackbar(t('ended')) })}
          >
            {t('end')}
          </Button>
        </NeedsRight>
      </div>
    </>
  );
}
