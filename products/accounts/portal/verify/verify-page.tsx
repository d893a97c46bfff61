/**
 * `/verify/{code?}`: whether a document is the bank's, by the code on it or by the file itself. A QR code on the document links here with its code.
 * Anyone can open it.
 */
import { groupDocumentCode, readDocumentCode } from '@calmly/domain';
import { FormMessage } from '@calmly/portal-kit/shared/form/form-message.tsx';
import { useForm } from '@calmly/portal-kit/shared/form/use-form.ts';
import { ProblemNotice } from '@calmly/portal-kit/shared/problem-notice.tsx';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { TextField } from '@calmly/ui/fields/field.tsx';
import { UploadArea } from '@calmly/ui/fields/upload-area.tsx';
import { Stack } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import { DocumentTitle } from '@calmly/ui/page-header.tsx';
import { Notice } from '@calmly/ui/surface.tsx';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { codeQuery, fileMutation } from './queries.ts';
import classes from './verify.module.css';

/** `code`: from the address. */
export function VerifyPage({ code }: { code?: string | undefined }) {
  const t = useTranslations('verify');
  return (
    <div className={classes.page}>
      <DocumentTitle title={t('title')} />
      <div>
        <h1>{t('title')}</h1>
        <Text tone="soft" wrap="anywhere" above={8}>
          {t('lead')}
        </Text>
      </div>
      <CodeCheck key={code} code={code} />
      <FileCheck />
    </div>
  );
}

function CodeCheck({ code = '' }: { code?: string | undefined }) {
  const t = useTranslations('verify');
  const navigate = useNavigate();
  const read = readDocumentCode(code);
  const verdict = useQuery({ ...codeQuery(read ?? ''), enabled: read !== undefined });
  const form = useForm({
    start: { code: read ? groupDocumentCode(read) : code },
    read: ({ code: typed }) => {
      const known = readDocumentCode(typed);
      if (!known) return { faults: { code: t(typed.trim() === '' ? 'codeRequired' : 'codeFormat') } };
      return {
        next: () => {
          if (known === read) void verdict.refetch();
          else void navigate({ to: '/verify/{-$code}', params: { code: known }, replace: true });
        },
      };
    },
    ...(code !== '' && !read && { faults: { code: t('codeFormat') } }),
  });
  const isCurrent = readDocumentCode(form.values.code) === read;
  return (
    <section className={classes.part} aria-label={t('byCode')}>
      <h2>{t('byCode')}</h2>
      <Stack as="form" {...form.props} gap={16}>
        <TextField
          {...form.text('code')}
          label={t('code')}
          placeholder="XXXX-XXXX-XXXX-XXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
        <FormMessage form={form} />
        <Button type="submit" size="l" block busy={verdict.isFetching}>
          {t('checkCode')}
        </Button>
      </Stack>
      <div role="status">
        {verdict.isError && <ProblemNotice error={verdict.error} />}
        {isCurrent && verdict.data?.isIssued && (
          <Notice tone="success" title={t('codeIssued')}>
            {t('codeIssuedText')}
          </Notice>
        )}
        {isCurrent && verdict.data?.isReplaced && <Replaced />}
        {isCurrent && verdict.data?.isIssued === false && (
          <Notice tone="error" title={t('codeUnknown')}>
            {t('codeUnknownText')}
          </Notice>
        )}
      </div>
    </section>
  );
}

/** For a genuine document that has a later version. */
function Replaced() {
  const t = useTranslations('verify');
  return (
    <Notice tone="warning" title={t('replaced')}>
      {t('replacedText')}
    </Notice>
  );
}

function FileCheck() {
  const t = useTranslations('verify');
  const check = useMutation(fileMutation);
  return (
    <section className={classes.part} aria-label={t('byFile')}>
      <h2>{t('byFile')}</h2>
      <UploadArea
        compact
        label={t('file')}
        hint={t('fileHint')}
        accept={['application/pdf']}
        onFiles={([file]) => file && check.mutate(file)}
      />
      <div role="status">
        {check.isPending && (
          <Text tone="soft" wrap="anywhere" above={8}>
            {t('checking', { name: check.variables.name })}
          </Text>
        )}
        {check.isError && <ProblemNotice error={check.error} />}
        {check.data && (
          <Notice
            tone={check.data.isIssued ? 'success' : 'error'}
            title={t(check.data.isIssued ? 'fileIssued' : 'fileUnknown')}
          >
            {check.variables?.name}
          </Notice>
        )}
        {check.data?.isReplaced && <Replaced />}
      </div>
    </section>
  );
}
