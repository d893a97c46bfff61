-- For a caller whose next statements are on their way already: any refusal ends the transaction.
create function ledger.require_all(verdicts text[]) returns text[] language plpgsql immutable as $$
begin
  if exists (select from unnest(verdicts) as verdict where verdict <> 'ok') then
    raise exception 'the ledger refused one of the list' using errcode = 'CA001';
  end if;
  return verdicts;
end $$;
