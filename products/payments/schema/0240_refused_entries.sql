-- An entry of a bank's file that cannot be booked as it is stated waits for the desk with its reason, while the others of the file are booked.
alter table clearing.exception drop constraint exception_kind_check;
alter table clearing.exception add constraint exception_kind_check
  check (kind in ('credit_differs', 'credit_reversed', 'debit_differs', 'debit_repeated', 'debit_replaced', 'debit_unknown', 'details_late',
    'entry_refused', 'rejected_after_settlement', 'report_unknown', 'settled_unexpectedly'));
