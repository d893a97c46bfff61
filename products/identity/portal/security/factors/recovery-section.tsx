/** The number of recovery codes left, and a button for new ones. They replace a device, so without one nothing is shown. */
import { type Factors, recoveryCodeCount } from '@calmly/contract';
import { useTranslations } from '@calmly/texts/index.tsx';
import { Button } from '@calmly/ui/button.tsx';
import { Row, Rows } from '@calmly/ui/lists/rows.tsx';
import { IconKey } from '@tabler/icons-react';

const few = 3;

interface RecoverySectionProps {
  factors: Factors;
  making: boolean;
  onMake: () => void;
}

export function RecoverySection({ factors, making, onMake }: RecoverySectionProps) {
  const t = useTranslations('factors');
  if (factors.factors.length === 0) return null;
  const left = factors.recoveryCodesLeft;
  return (
    <Rows>
      <Row
        icon={<IconKey aria-hidden="true" />}
        title={t('recovery')}
        actions={
          <Button size="s" busy={making} onClick={onMake}>
            {t('recoveryMake')}
          </Button>
        }
      >
        <p>
          {t('recoveryLeft', { left: String(left), count: String(recoveryCodeCount) })}{' '}
          {left <= few && t('recoveryFew')}
        </p>
      </Row>
    </Rows>
  );
}
