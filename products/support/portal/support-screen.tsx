/** `/support?conversation=…`, `/support?ask=payment&about=…`. */

import { useSearch } from '@tanstack/react-router';
import { SupportPage } from './support/index.ts';

export function SupportScreen() {
  return <SupportPage search={useSearch({ from: '/shell/support' })} />;
}
