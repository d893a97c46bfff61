/** The reason of an act, which others read: one line of at most a thousand characters. */
import { LongTextField } from '@calmly/ui/fields/field.tsx';
import type { ReactNode } from 'react';

export const reasonLength = 1_000;

interface ReasonFieldProps {
  label: string;
  help?: ReactNode;
  optional?: boolean;
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

export function ReasonField(props: ReasonFieldProps) {
  return <LongTextField {...props} name="reason" maxLength={reasonLength} autoComplete="off" />;
}
