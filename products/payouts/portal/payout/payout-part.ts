/** The part of the page for a payout, by its status and what was opened explicitly. */
export type PayoutPart = 'reading' | 'refused' | 'repairing' | 'mapping' | 'bench' | 'confirm' | 'results';
