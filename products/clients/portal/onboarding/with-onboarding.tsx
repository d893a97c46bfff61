/** Loads the client's entries so far, then renders a step. Shows placeholders while it loads and a retry if it fails. */
import type { Onboarding } from '@calmly/contract';
import { FormShape } from '@calmly/ui/pictures/shapes.tsx';
import { ErrorState } from '@calmly/ui/states.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { onboardingQuery } from './queries.ts';

export interface StepProps {
  onboarding: Onboarding;
  onNext: () => void;
  /** Absent on the first step. */
  onBack?: () => void;
}

export function WithOnboarding({ children }: { children: (onboarding: Onboarding) => ReactNode }) {
  const { data, error, refetch } = useQuery(onboardingQuery);
  if (data) return children(data);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <FormShape />;
}
