/** The sign of an asset in a disc, drawn in ink rather than in the coin's own colours. */
import {
  IconCurrencyBitcoin,
  IconCurrencyEthereum,
  IconCurrencyEuro,
  IconDiamond,
  IconHexagonLetterP,
} from '@tabler/icons-react';
import classes from './asset-mark.module.css';

const signs: Readonly<Record<string, typeof IconDiamond>> = {
  BTC: IconCurrencyBitcoin,
  ETH: IconCurrencyEthereum,
  TON: IconDiamond,
  EPI: IconCurrencyEuro,
  PFE: IconHexagonLetterP,
};

export function AssetMark({ asset, size = 40 }: { asset: string; size?: 24 | 32 | 40 }) {
  const Sign = signs[asset] ?? IconDiamond;
  return (
    <span className={classes.mark} style={{ width: size, height: size }} aria-hidden="true">
      <Sign />
    </span>
  );
}
