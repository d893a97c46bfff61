/** Screens that aren't built yet: what to do instead. */
export const comingSoon = {
  other: { title: 'Coming soon', text: 'We’re still building this part of Calmly.' },
  cards: {
    title: 'Cards aren’t available yet',
    text: 'You’ll order virtual and plastic cards, set their limits and block them here.',
  },
  payouts: {
    title: 'Payouts from a file aren’t available yet',
    text: 'You’ll upload one file and pay many payees here. Until then, send payments one at a time or set up a standing order.',
    action: 'New payment',
  },
} as const;
