/** `/crypto`: the screen, the pair and the request type are search params. */

import { CryptoPage } from '@calmly/products/crypto/portal/index.ts';
import { useSearch } from '@tanstack/react-router';

export function CryptoScreen() {
  return <CryptoPage search={useSearch({ from: '/shell/crypto' })} />;
}
