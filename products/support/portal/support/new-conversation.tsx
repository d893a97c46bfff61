/** The drawer for a new conversation, about the subject in its link or none. */
import type { SupportSubject } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { SideDrawer } from '@calmly/ui/layers/side-drawer.tsx';
import { showSnackbar } from '@calmly/ui/layers/snackbar.tsx';
import { Grid } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { mutationOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Composer } from './composer.tsx';
import { handOver } from './draft.ts';
import { startMutation, subjectQuery } from './queries.ts';
import { SubjectCard } from './subject-card.tsx';

interface NewConversationProps {
  subject: { readonly kind: SupportSubject; readonly id: string } | undefined;
  onClose: () => void;
  onStarted: (id: string) => void;
}

export function NewConversation({ subject, onClose, onStarted }: NewConversationProps) {
  const t = useTranslations('support');
  const place = subject?.id ?? 'new';
  /** The conversation started here, to which further typed text belongs. */
  const [begun, setBegun] = useState<{ readonly place: string; readonly id: string }>();
  const start = startMutation(subject);
  const mutation = mutationOptions({
    ...start,
    onSuccess: (conversation, ...rest) => {
      handOver(place, conversation.id);
      setBegun({ place, id: conversation.id });
      return start.onSuccess?.(conversation, ...rest);
    },
  });
  return (
    <SideDrawer title={t('new')} onClose={onClose}>
      <Grid gap={16}>
        {subject && <Subject {...subject} />}
        <Text tone="soft">{t('lead')}</Text>
        <Composer
          key={place}
          place={begun?.place === place ? begun.id : place}
          label={t('composer.question')}
          submit={t('composer.send')}
          mutation={mutation}
          onSent={({ id }) => {
            showSnackbar(t('sent'));
            onStarted(id);
          }}
        />
      </Grid>
    </SideDrawer>
  );
}

function Subject({ kind, id }: { kind: SupportSubject; id: string }) {
  const { data } = useQuery(subjectQuery(kind, id));
  return data ? <SubjectCard subject={data} /> : null;
}
