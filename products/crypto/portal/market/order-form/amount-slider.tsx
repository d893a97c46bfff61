/** How much of the available money the order uses, in percent. */

import { useTranslations } from '@calmly/texts/index.tsx';
import { Inline } from '@calmly/ui/layout/boxes.tsx';
import { Text } from '@calmly/ui/layout/text.tsx';
import type { CSSProperties } from 'react';
import classes from './order-form.module.css';

interface AmountSliderProps {
  label: string;
  percent: number;
  isDisabled: boolean;
  onChange: (percent: number) => void;
}

const marks = [0, 25, 50, 75, 100] as const;

export function AmountSlider({ label, percent, isDisabled, onChange }: AmountSliderProps) {
  const t = useTranslations('market.form');
  return (
    <Text
      as="div"
      size={13}
      figures
      className={classes.slider}
      style={{ '--share': percent / 100 } as CSSProperties}
    >
      <Inline align="center" justify="between" className={classes.track}>
        {marks.map((mark) => (
          <i key={mark} data-reached={mark <= percent && percent > 0 ? '' : undefined} />
        ))}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={t('percent', { percent })}
          min={0}
          max={100}
          value={percent}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) => onChange(Number(value))}
        />
      </Inline>
      <div className={classes.scale} aria-hidden="true">
        <span>{t('percent', { percent: 0 })}</span>
        <span>{percent > 0 && percent < 100 && t('percent', { percent })}</span>
        <span>{t('percent', { percent: 100 })}</span>
      </div>
    </Text>
  );
}
