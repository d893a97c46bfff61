import { type ActivityTexts, staffOnly, suspicion } from '@calmly/platform/activity.ts';

/** What staff do on the command line, and with the rates of sources, which a server may no longer have. */
export const staffActivity: ActivityTexts = {
  'job.retried': staffOnly,
  'prices.rate_accepted': staffOnly,
  'sealed_secrets.forgotten': staffOnly,
  'sealed_secrets.resealed': staffOnly,
  'watch_list.imported': suspicion,
  'watch_list.removed': suspicion,
};
