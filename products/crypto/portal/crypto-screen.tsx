/** `/crypto`: the screen, the pair and the request type are search params. */

import { useSearch } from '@tanstack/react-router';
import { CryptoPage } from './index.ts';

export function CryptoScreen() {
  return <CryptoPage search={useSearch({ from: '/shell/crypto' })} />;
}
