-- An approval that came by webhook is kept as announced: the client moves when the provider repeats it, asked.

alter table verification.report drop constraint report_verdict_check;
alter table verification.report add constraint report_verdict_check
  check (verdict in ('applied', 'no_outcome', 'older', 'final', 'announced'));
