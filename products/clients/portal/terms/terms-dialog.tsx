/**
 * The terms dialog of the shell (specification section 4): open until the current main terms are accepted, including after a new version. If it is
 * postponed, a bar stays on the profile, the only screen that is open until then.
 */
import { acceptTerms, termsVersions } from '@calmly/contract';
import { bank } from '@calmly/portal-kit/session/bank.ts';
import { useProblemText } from '@calmly/portal-kit/session/problem-text.ts';
import { useRight } from '@calmly/portal-kit/session/rights.ts';
import { rereadClient } from '@calmly/portal-kit/session/session.ts';
import { useClient } from '@calmly/portal-kit/session/state.ts';
import { useFormatter, useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Dialog } from '@calmly/ui/layers/dialog.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { IconFileText } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import classes from './terms.module.css';
import { TermsCard } from './terms-card.tsx';

export function TermsDialog() {
  const t = useTranslations('terms');
  const problemText = useProblemText();
  const id = useId();
  const acceptedBefore = useClient().acceptedTerms.main !== undefined;
  const [open, setOpen] = useState(true);
  const accepting = useMutation({
    mutationFn: async () => {
      await bank.call(acceptTerms, { body: { main: { version: termsVersions.main, read: true } } });
      await rereadClient();
    },
  });
  const { held } = useRight(acceptTerms);
  if (!held) return <AwaitedTerms />;
  if (!open)
    return (
      <Inline wrap gap={12} align="center" className={classes.bar} role="status">
        <IconFileText aria-hidden="true" />
        <span>{t('notice')}</span>
        <Button size="s" variant="solid" onClick={() => setOpen(true)}>
          {t('read')}
        </Button>
      </Inline>
    );
  const later = () => setOpen(false);
  return (
    <Dialog labelledBy={`${id}-title`} describedBy={`${id}-text`} onCancel={later}>
      <Text as="h1" id={`${id}-title`} size={24}>
        {t(acceptedBefore ? 'title' : 'firstTitle')}
      </Text>
      <p id={`${id}-text`} className={classes.lead}>
        {t('text')}
      </p>
      <TermsCard
        products={['main']}
        busy={accepting.isPending}
        problem={accepting.error ? `${t('failed')} ${problemText(accepting.error)}` : undefined}
        onAccept={() => accepting.mutate()}
        other={
          <Button size="l" onClick={later}>
            {t('later')}
          </Button>
        }
      />
    </Dialog>
  );
}

/** Shown to members of a company who may not accept them. */
function AwaitedTerms() {
  const t = useTranslations('profiles');
  const format = useFormatter();
  const { companyName, bosses } = useClient();
  return (
    <Inline wrap gap={12} align="center" className={classes.bar} role="status">
      <IconFileText aria-hidden="true" />
      <span>
        {t('missingTerms', {
          company: companyName ?? '',
          names: format.list(bosses, { type: 'disjunction' }),
        })}
      </span>
    </Inline>
  );
}
