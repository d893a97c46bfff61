/** What is shown of a payout, by its status and what was opened on purpose. */
export type PayoutPart = 'reading' | 'refused' | 'repairing' | 'mapping' | 'bench' | 'confirm' | 'results';
