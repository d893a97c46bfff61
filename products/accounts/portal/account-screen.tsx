/** `/accounts/{id}?payment=…`. */

import { useParams, useSearch } from '@tanstack/react-router';
import { AccountPage } from './account/index.ts';

export function AccountScreen() {
  const { id } = useParams({ from: '/shell/accounts/$id' });
  const { payment } = useSearch({ from: '/shell/accounts/$id' });
  return <AccountPage key={id} id={id} openId={payment} />;
}
