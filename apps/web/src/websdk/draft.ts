import type { IdentityDocumentType } from '@calmly/contract';
import type { Picture } from './picture-field.tsx';

/** All entries; kept while the person moves back and forth. */
export interface Draft {
  readonly country: string;
  readonly documentType: IdentityDocumentType;
  readonly front: Picture | undefined;
  readonly back: Picture | undefined;
  readonly face: Picture | undefined;
}
