/** `/verify/{code?}`. */
import { useParams } from '@tanstack/react-router';
import { VerifyPage } from '../../features/verify/index.ts';

export function VerifyScreen() {
  const { code } = useParams({ from: '/sheet/verify/{-$code}' });
  return <VerifyPage code={code} />;
}
