/** Opens the dialog that shares the payment page of an account or a request. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { IconShare } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import type { ShareTarget } from './queries.ts';
import { ShareDialog } from './share-dialog.tsx';

interface ShareButtonProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'size'> {
  target: ShareTarget;
  /** Whom to write to, when the client writes a mail. */
  email?: string | null;
}

export function ShareButton({ target, email, ...look }: ShareButtonProps) {
  const t = useTranslations('requests.share');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button {...look} icon={<IconShare aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t('button')}
      </Button>
      {open && <ShareDialog target={target} email={email ?? ''} onClose={() => setOpen(false)} />}
    </>
  );
}
