/**
 * Sharing a public page: the client creates a link, copies it, shows it as a QR code, puts it into an email, and revokes it. For a
 * request the client chooses whether the page shows its description and documents. The bank sends nothing to the payer.
 */
import { createPayLink, getDocument, type PayLink } from '@calmly/contract';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { NeedsRight } from '@calmly/portal-kit/shared/needs-right.tsx';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { AnchorButton, Button } from '@calmly/ui/button.tsx';
import { CopyButton } from '@calmly/ui/copy-button.tsx';
import { QrCode } from '@calmly/ui/facts/qr-code.tsx';
import { CheckboxField } from '@calmly/ui/fields/field.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid, Inline, Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { IconExternalLink, IconLink, IconMail } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
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
      <Stack gap={24} className={classes.dialog}>
        <div>
          <h2 id="share-title">{t('title')}</h2>
          <Text tone="soft" above={8}>
            {t('requestId' in target ? 'requestText' : 'accountText')}
          </Text>
        </div>
        {link.isPending && <div className={classes.shape} role="status" aria-label={ui('loading')} />}
        {link.isError && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
        {link.data === null && <NoLink target={target} />}
        {link.data && <Link target={target} link={link.data} email={email} />}
        <Button size="l" block onClick={onClose}>
          {ui('close')}
        </Button>
      </Stack>
    </Dialog>
  );
}

function NoLink({ target }: { target: ShareTarget }) {
  const t = useTranslations('requests.share');
  const creating = useMutation(createLinkMutation(target));
  const { held } = useRight(getDocument);
  const [chosen, setChosen] = useState(held);
  return (
    <>
      <ProblemNotice error={creating.error} />
      {'requestId' in target && <ShowDetails shown={chosen} onChange={setChosen} />}
      <NeedsRight endpoint={createPayLink} label={t('create')} size="l">
        <Button
          variant="accent"
          size="l"
          block
          icon={<IconLink aria-hidden="true" />}
          busy={creating.isPending}
          onClick={() => creating.mutate('requestId' in target ? chosen : undefined)}
        >
          {t('create')}
        </Button>
      </NeedsRight>
    </>
  );
}

interface ShowDetailsProps {
  shown: boolean;
  /** A link exists: a page that starts to show documents gets a new one. */
  hasLink?: boolean;
  busy?: boolean;
  onChange: (shown: boolean) => void;
}

/** Anyone who shows the documents must be allowed to view them. */
function ShowDetails({ shown, hasLink, busy, onChange }: ShowDetailsProps) {
  const t = useTranslations('requests.share');
  const id = useId();
  const { held, reason } = useRight(getDocument);
  return (
    <div className={classes.show}>
      <CheckboxField
        label={t('showDetails')}
        aria-describedby={id}
        checked={shown}
        disabled={busy || (!held && !shown)}
        onChange={(event) => onChange(event.target.checked)}
      />
      <p id={id}>
        {reason ?? t('showDetailsText')}
        {!reason && hasLink && !shown && ` ${t('newAddressText')}`}
      </p>
    </div>
  );
}

function Address({ url }: { url: string }) {
  const t = useTranslations('requests.share');
  return (
    <>
      <Inline gap={8} align="center" className={classes.link}>
        <Text as="span" wrap="cut" className={classes.url}>
          {url}
        </Text>
        <CopyButton value={url} what={t('link')}>
          {t('copy')}
        </CopyButton>
      </Inline>
      <Grid gap={24} align="center" className={classes.code}>
        <QrCode text={url} label={t('qrAlt')} />
        <p>{t('qrText')}</p>
      </Grid>
    </>
  );
}

function Ways({ url, email }: { url: string; email: string }) {
  const t = useTranslations('requests.share');
  const mail = `mailto:${encodeURIComponent(email)}?${new URLSearchParams({
    subject: t('mailSubject'),
    body: t('mailBody', { url }),
  })
    .toString()
    .replaceAll('+', '%20')}`;
  return (
    <Grid gap={12} className={classes.ways}>
      <AnchorButton href={mail} icon={<IconMail aria-hidden="true" />}>
        {t('mail')}
      </AnchorButton>
      <AnchorButton href={url} target="_blank" rel="noopener" icon={<IconExternalLink aria-hidden="true" />}>
        {t('open')}
      </AnchorButton>
    </Grid>
  );
}

/** A member who can't view documents gets no address of a page that shows them. */
function Link({ target, link, email }: { target: ShareTarget; link: PayLink; email: string }) {
  const t = useTranslations('requests.share');
  const revoking = useMutation(revokeLinkMutation(target));
  const changing = useMutation(createLinkMutation(target));
  const { held: mayChange } = useRight(createPayLink);
  return (
    <>
      <ProblemNotice error={revoking.error ?? changing.error} />
      {link.url !== null && <Address url={link.url} />}
      {link.requestId !== null && mayChange && (
        <ShowDetails
          shown={changing.isPending ? changing.variables === true : link.showsDetails}
          hasLink
          busy={changing.isPending}
          onChange={(shown) => changing.mutate(shown)}
        />
      )}
      {link.url !== null && <Ways url={link.url} email={email} />}
      <Inline gap={16} align="center" justify="between" className={classes.end}>
        <p>{t('endText')}</p>
        <NeedsRight endpoint={createPayLink} label={t('end')} size="s">
          <Button
            variant="danger"
            size="s"
            busy={revoking.isPending}
            onClick={() => revoking.mutate(link.id, { onSuccess: () => showSnackbar(t('ended')) })}
          >
            {t('end')}
          </Button>
        </NeedsRight>
      </Inline>
    </>
  );
}
