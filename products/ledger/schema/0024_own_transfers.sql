-- What a client moves between own accounts is neither money in nor money out. Such transfers carry a code of their own and are
-- found by an index that holds nothing else, so that leaving them out costs what there is of them in the period asked for.

create index transfers_own on ledger.transfers (debit_account_id, at) where code = 'own';
