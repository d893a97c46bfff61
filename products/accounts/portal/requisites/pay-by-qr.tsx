/** The EPC QR code of a euro account, also as a picture to save. */
import type { Account } from '@calmly/contract';
import { epcQrText, formatIban } from '@calmly/domain';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { QrCode, qrPath } from '@calmly/ui/facts/qr-code.tsx';
import { Grid, Stack } from '@calmly/ui/layout/boxes.tsx';
import { saveFile } from '@calmly/ui/save-file.ts';
import { Card } from '@calmly/ui/surface.tsx';
import { IconDownload } from '@tabler/icons-react';
import classes from './requisites.module.css';

export function PayByQr({ account, iban }: { account: Account; iban: string }) {
  const t = useTranslations('requisites');
  const text = epcQrText({ name: account.holder, iban, bic: account.bic });
  if (!text) return null;

  return (
    <Card>
      <Grid gap={24} align="start" className={classes.qr}>
        <QrCode
          text={text}
          label={t('qrAlt', { name: account.holderLatin ?? account.holder, iban: formatIban(iban) })}
          className={classes.code}
        />
        <Stack gap={8} align="start" className={classes.qrText}>
          <h3>{t('qrTitle')}</h3>
          <p>{t('qrText')}</p>
          <Button
            size="s"
            icon={<IconDownload aria-hidden="true" />}
            onClick={() => savePicture(text, `calmly-${account.currency.toLowerCase()}.svg`)}
          >
            {t('savePicture')}
          </Button>
        </Stack>
      </Grid>
    </Card>
  );
}

function savePicture(text: string, name: string) {
  const { path, size } = qrPath(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 12}" height="${size * 12}" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`;
  saveFile(new Blob([svg], { type: 'image/svg+xml' }), name);
}
