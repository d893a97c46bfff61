/** The documents of the profile, loaded with their screen. */
export const documents = {
  title: 'Documents',
  lockedTitle: 'You can’t see documents',
  search: 'File name, payee or payment number',
  filters: 'Filters of the documents',
  kind: 'Kind',
  date: 'Date',
  kinds: {
    PAYMENT: 'Payment document',
    RECEIPT: 'Receipt',
    PAYEE: 'Payee document',
    REQUEST: 'Request document',
    DISPUTE: 'Dispute document',
    ADDRESS: 'Proof of address',
  },
  columns: { what: 'Document', subject: 'Belongs to', who: 'Uploaded by', file: 'File' },
  preview: 'Preview {name}',
  save: 'Download {name}',
  close: 'Close',
  noneTitle: 'No matching documents',
  emptyTitle: 'No documents yet',
  emptyText: 'Files that you attach to payments, payees and requests appear here.',
} as const;

export const messages = { documents } as const;
