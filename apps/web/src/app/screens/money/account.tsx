/** `/accounts/{id}?payment=…`. */

import { AccountPage } from '@calmly/products/accounts/portal/account/index.ts';
import { useParams, useSearch } from '@tanstack/react-router';

export function AccountScreen() {
  const { id } = useParams({ from: '/shell/accounts/$id' });
  const { payment } = useSearch({ from: '/shell/accounts/$id' });
  return <AccountPage key={id} id={id} openId={payment} />;
}
