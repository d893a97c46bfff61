/** Draws a step once what was entered so far is here; shapes meanwhile, a retry when it does not come. */
import type { Onboarding } from '@calmly/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormShape } from '../../ui/shapes.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { onboardingQuery } from './queries.ts';

export function WithOnboarding({ children }: { children: (onboarding: Onboarding) => ReactNode }) {
  const { data, error, refetch } = useQuery(onboardingQuery);
  if (data) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <FormShape />;
}
