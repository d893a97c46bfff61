/** `/coming-soon?part=…`, and the screens of the specification that aren't built yet, each at its own address. */
import { useSearch } from '@tanstack/react-router';
import { ComingSoonPage } from '../../features/errors/index.ts';

export const CryptoScreen = () => <ComingSoonPage part="crypto" />;
export const PayoutsComingScreen = () => <ComingSoonPage part="payouts" />;

export function ComingSoonScreen() {
  return <ComingSoonPage part={useSearch({ from: '/shell/coming-soon' }).part} />;
}
